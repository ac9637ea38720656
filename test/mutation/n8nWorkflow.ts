/**
 * The parts of `n8n-workflow` that the pure modules use, by themselves: loading all of it takes many
 * times as long as the tests of a module, which a mutation run repeats for every change.
 */
export { OperationalError } from '../../node_modules/n8n-workflow/dist/cjs/errors/base/operational.error.js';
export { UserError } from '../../node_modules/n8n-workflow/dist/cjs/errors/base/user.error.js';
export * as LoggerProxy from '../../node_modules/n8n-workflow/dist/cjs/logger-proxy.js';
export { jsonParse, sleep } from '../../node_modules/n8n-workflow/dist/cjs/utils.js';
