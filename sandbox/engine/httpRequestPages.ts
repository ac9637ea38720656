/** Options of n8n's HTTP Request node that read pages by number until one is empty. */
export const PAGES_BY_NUMBER = {
	pagination: {
		pagination: {
			paginationMode: 'updateAParameterInEachRequest',
			parameters: {
				parameters: [{ type: 'qs', name: 'page', value: '={{ $pageCount + 1 }}' }],
			},
			paginationCompleteWhen: 'other',
			completeExpression: '={{ $response.body.items.length === 0 }}',
			limitPagesFetched: false,
			requestInterval: 0,
		},
	},
};
