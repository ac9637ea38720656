// The package's entry for code. n8n does not read it: it finds nodes and credentials in package.json.
module.exports = {
	...require('./dist/credentials/GrcOAuth2Api.credentials.js'),
	...require('./dist/nodes/Scope/Scope.node.js'),
};
