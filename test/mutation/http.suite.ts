/** Unit tests of nodes/shared/http in one file: Jest loads the code once for each change, and not once per file. */
import '../unit/http/answer.test';
import '../unit/http/envelope.test';
import '../unit/http/fileName.test';
import '../unit/http/retry.test';
import '../unit/http/retryAfter.test';
