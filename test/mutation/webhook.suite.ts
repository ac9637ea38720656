/** Unit tests of nodes/shared/webhook in one file: Jest loads the code once for each change, and not once per file. */
import '../unit/webhook/decide.refused.test';
import '../unit/webhook/decide.test';
import '../unit/webhook/deliveryKey.test';
import '../unit/webhook/envelope.test';
import '../unit/webhook/eventCatalog.test';
import '../unit/webhook/ledger.memory.test';
import '../unit/webhook/ledger.test';
import '../unit/webhook/logThrottle.test';
import '../unit/webhook/signature.body.test';
import '../unit/webhook/signature.header.test';
import '../unit/webhook/signature.secrets.test';
import '../unit/webhook/signature.timestamp.test';
