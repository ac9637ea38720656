import { randomUUID } from 'node:crypto';

import type {
	DataTable,
	DataTableFilter,
	DataTableRow,
	DataTableRowReturn,
	IDataTableProjectAggregateService,
	IDataTableProjectService,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';

type DataTables = NonNullable<IWorkflowExecuteAdditionalData['data-table']>;

interface Stored {
	table: DataTable;
	rows: DataTableRowReturn[];
}

const PROJECT = 'sandbox';

/** What n8n's server has in its database: tables that workflows keep rows in, for as long as the engine. */
export class SandboxDataTables implements DataTables {
	private readonly stored: Stored[] = [];
	private lastRow = 0;

	readonly dataTableProxyProvider: DataTables['dataTableProxyProvider'] = {
		getDataTableAggregateProxy: async () => this.all(),
		getDataTableProxy: async (_workflow, _node, id) => this.one(id),
	};

	/** What the examples use of it. */
	private all(): IDataTableProjectAggregateService {
		const all: Partial<IDataTableProjectAggregateService> = {
			getManyAndCount: async ({ filter, take }) => {
				const found = this.stored
					.map(({ table }) => table)
					.filter(({ name }) =>
						name.toLowerCase().includes(String(filter?.['name']).toLowerCase()),
					);
				return { count: found.length, data: found.slice(0, take) };
			},
			createDataTable: async ({ name, columns }) => {
				const now = new Date();
				const id = randomUUID();
				const own = columns.map((column, index) => {
					return { index, ...column, id: `${id}-${index}`, dataTableId: id };
				});
				const dates = { createdAt: now, updatedAt: now };
				const table = { id, name, columns: own, ...dates, projectId: PROJECT };
				this.stored.push({ table, rows: [] });
				return table;
			},
		};
		return all as IDataTableProjectAggregateService;
	}

	private one(id: string): IDataTableProjectService {
		const stored = this.stored.find(({ table }) => table.id === id);
		if (!stored) throw new Error(`Data table with ID '${id}' could not be found in this project`);
		const one: Partial<IDataTableProjectService> = {
			getColumns: async () => stored.table.columns,
			getManyRowsAndCount: async ({ filter, skip = 0, take }) => {
				const found = stored.rows.filter((row) => matches(row, filter));
				const data = found.slice(skip, take === undefined ? undefined : skip + take);
				return { count: found.length, data: structuredClone(data) };
			},
			upsertRow: async ({ filter, data }) => {
				const found = stored.rows.filter((row) => matches(row, filter));
				const changed = found.length > 0 ? found : [this.newRow(stored)];
				for (const row of changed) Object.assign(row, data, { updatedAt: new Date() });
				return structuredClone(changed);
			},
		};
		return one as IDataTableProjectService;
	}

	private newRow({ rows }: Stored): DataTableRowReturn {
		const now = new Date();
		const row: DataTableRowReturn = { id: ++this.lastRow, createdAt: now, updatedAt: now };
		rows.push(row);
		return row;
	}
}

/** Rows that are equal in all conditions; the examples need no others. */
function matches(row: DataTableRow, filter: DataTableFilter | undefined): boolean {
	return (filter?.filters ?? []).every(({ columnName, condition, value }) => {
		if (condition !== 'eq') throw new Error(`The sandbox's tables do not know ${condition}`);
		return row[columnName] === value;
	});
}
