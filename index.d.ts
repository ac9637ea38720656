/**
 * The package's entry for code that runs with n8n: the classes of its nodes and credentials need n8n-workflow.
 * Programs outside n8n use `n8n-nodes-grc-tprm/paging` and `n8n-nodes-grc-tprm/webhook`, which need nothing.
 */
export * from './dist/credentials/GrcOAuth2Api.credentials';
export * from './dist/credentials/PagedHttpApi.credentials';
export * from './dist/credentials/PagedHttpOAuth2Api.credentials';
export * from './dist/nodes/Control/Control.node';
export * from './dist/nodes/PagedHttp/PagedHttp.node';
export * from './dist/nodes/PagedHttpTrigger/PagedHttpTrigger.node';
export * from './dist/nodes/Scope/Scope.node';
export * from './dist/nodes/ScopeAssignment/ScopeAssignment.node';
export * from './dist/nodes/TprmVendorTrigger/TprmVendorTrigger.node';
export * from './dist/nodes/TprmVendor/TprmVendor.node';
export * from './dist/nodes/shared/paging';
export { verifySignature } from './dist/nodes/shared/webhook/signature';
