// The package's entry for code. n8n does not read it: it finds nodes and credentials in package.json.
module.exports = {
	...require('./dist/credentials/GrcOAuth2Api.credentials.js'),
	...require('./dist/credentials/PagedHttpApi.credentials.js'),
	...require('./dist/credentials/PagedHttpOAuth2Api.credentials.js'),
	...require('./dist/credentials/SignedWebhookApi.credentials.js'),
	...require('./dist/nodes/Scope/Scope.node.js'),
	...require('./dist/nodes/SignedWebhookTrigger/SignedWebhookTrigger.node.js'),
	...require('./dist/nodes/Control/Control.node.js'),
	...require('./dist/nodes/ScopeAssignment/ScopeAssignment.node.js'),
	...require('./dist/nodes/TprmVendorTrigger/TprmVendorTrigger.node.js'),
	...require('./dist/nodes/PagedHttp/PagedHttp.node.js'),
	...require('./dist/nodes/PagedHttpTrigger/PagedHttpTrigger.node.js'),
	...require('./dist/nodes/TprmVendor/TprmVendor.node.js'),
	...require('./dist/nodes/shared/paging/index.js'),
	verifyDelivery: require('./dist/nodes/shared/webhook/verifyDelivery.js').verifyDelivery,
	verifySignature: require('./dist/nodes/shared/webhook/signature.js').verifySignature,
};
