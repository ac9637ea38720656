/**
 * The package's entry for code that runs with n8n: the classes of its nodes and credentials need n8n-workflow.
 * Programs outside n8n use `n8n-nodes-grc-tprm/paging` and `n8n-nodes-grc-tprm/webhook`, which need nothing.
 */
export * from './dist/credentials/GrcOAuth2Api.credentials.d';
export * from './dist/credentials/PagedHttpApi.credentials.d';
export * from './dist/credentials/PagedHttpOAuth2Api.credentials.d';
export * from './dist/credentials/SignedWebhookApi.credentials.d';
export * from './dist/nodes/Control/Control.node.d';
export * from './dist/nodes/PagedHttp/PagedHttp.node.d';
export * from './dist/nodes/PagedHttpTrigger/PagedHttpTrigger.node.d';
export * from './dist/nodes/Scope/Scope.node.d';
export * from './dist/nodes/ScopeAssignment/ScopeAssignment.node.d';
export * from './dist/nodes/SignedWebhookTrigger/SignedWebhookTrigger.node.d';
export * from './dist/nodes/TprmVendorTrigger/TprmVendorTrigger.node.d';
export * from './dist/nodes/TprmVendor/TprmVendor.node.d';
export * from './dist/nodes/shared/paging/index.d';
export { verifyDelivery } from './dist/nodes/shared/webhook/verifyDelivery.d';
export { verifySignature } from './dist/nodes/shared/webhook/signature.d';
