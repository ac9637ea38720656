/** The package's entry for code, with the parts that are of use outside n8n. */
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
