/** n8n describes JSON with or without a type, depending on its version. */
const ANY = '';

/** What a model should be offered for the tools of the agent's workflow, by name. */
export const OFFERS = [
	tool('Assign_a_control', 'Assign controls to scopes in GRC Scope Assignment', {
		controlId: ['string', 'ID of the control'],
		scopeIds: ['string', 'IDs of all of its scopes, separated by commas'],
	}),
	tool('Create_a_scope', 'Create a scope in GRC Scope', {
		name: ['string', 'Name of the new scope'],
		owner: ['string', 'User ID of its owner'],
	}),
	tool('Create_a_vendor', 'Create a vendor in TPRM Vendor', {
		name: ['string', 'Name of the new vendor'],
	}),
	tool('Create_a_vendor_as_it_is', 'Create a vendor in TPRM Vendor', {
		vendor: [ANY, 'Fields of the vendor as JSON, with the field names of the service'],
	}),
	list('List_controls', 'Get many controls in GRC Control', {
		limit: ['number', 'How many controls at most'],
	}),
	list('List_vendors', 'Get many vendors in TPRM Vendor', {}),
	list('Read_the_register', expect.stringMatching(/^Read all pages of a REST or GraphQL API/), {
		limit: ['number', 'How many vendors at most'],
	}),
];

/** A list also has a number that the model may leave out: that of the record to start at. */
function list(...offer: Parameters<typeof tool>) {
	const offered = tool(...offer);
	const startAt = expect.objectContaining({ default: 0 });
	const properties = { ...offered.parameters.properties, startAt };
	return { ...offered, parameters: { ...offered.parameters, properties } };
}

/** n8n requires every parameter that is left to the model without a default. */
function tool(name: string, description: string, parameters: Record<string, [string, string]>) {
	const required = Object.keys(parameters);
	const properties = Object.fromEntries(
		Object.entries(parameters).map(([key, [type, text]]) => [
			key,
			{ ...(type !== ANY && { type }), description: text },
		]),
	);
	return {
		name,
		description,
		parameters: { type: 'object', properties, ...(required.length > 0 && { required }) },
	};
}
