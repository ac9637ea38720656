/** Unit tests of nodes/shared/auth in one file: Jest loads the code once for each change, and not once per file. */
import '../unit/auth/allowedHosts.test';
import '../unit/auth/authenticate.test';
import '../unit/auth/credential.test';
import '../unit/auth/tokenCache.test';
import '../unit/auth/tokenRequest.test';
