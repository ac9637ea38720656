import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialsExpressionResolveValues,
	ICredentialType,
	IExecuteData,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeParameters,
	INodeProperties,
	INodeTypes,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers, Workflow } from 'n8n-workflow';

/** Credential data by credential id, as n8n's database would contain it. */
export type CredentialStore = Map<string, ICredentialDataDecryptedObject>;

/**
 * Takes the place of n8n's credentials in its database, and follows its rules: a token is fetched
 * when the expirable property is empty or a request got a 401, and the result is merged and stored. The credential classes are the real ones.
 */
export class SandboxCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly store: CredentialStore,
		private readonly typeOf: (name: string) => ICredentialType,
		private readonly nodeTypes: INodeTypes,
	) {
		super();
	}

	getParentTypes(type: string): string[] {
		const parents = this.typeOf(type).extends ?? [];
		return parents.flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		request: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.typeOf(typeName);
		if (typeof authenticate !== 'function') throw new Error(`${typeName} has no authenticate`);
		return await authenticate(credentials, request);
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.typeOf(typeName);
		const expirable = type.properties.find(({ typeOptions }) => typeOptions?.expirable === true);
		if (!type.preAuthentication || !expirable) return undefined;
		const isTest = node.parameters.temp === '' && node.type === 'n8n-nodes-base.noOp';
		const isEmpty = [undefined, ''].some((none) => credentials[expirable.name] === none);
		if (!isEmpty && !credentialsExpired && !isTest) return undefined;

		const output = await type.preAuthentication.call(helpers, credentials);
		if (output[expirable.name] === undefined) return undefined;
		const id = node.credentials?.[typeName]?.id ?? '';
		const merged = output as ICredentialDataDecryptedObject;
		this.store.set(id, { ...this.store.get(id), ...merged });
		return Object.assign(credentials, merged);
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getDecrypted(
		_additionalData: IWorkflowExecuteAdditionalData,
		{ id, name }: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		item?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.store.get(id ?? '');
		if (!data) throw new Error(`There is no credential "${name}"`);
		if (raw) return data;
		const resolved = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as INodeParameters,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		if (data.oauthTokenData !== undefined) resolved.oauthTokenData = data.oauthTokenData;
		if (item) {
			const { workflow, runExecutionData, runIndex, itemIndex, node, connectionInputData } = item;
			return workflow.expression.getParameterValue(
				resolved as INodeParameters,
				runExecutionData,
				runIndex,
				itemIndex,
				node.name,
				connectionInputData,
				mode,
				{},
				executeData,
				false,
				resolved,
			) as ICredentialDataDecryptedObject;
		}
		const hasExpression = JSON.stringify(resolved).includes('"=');
		return hasExpression ? await this.resolveExpressions(resolved, mode) : resolved;
	}

	/** With the credential itself as `$self`, as in n8n. */
	private async resolveExpressions(
		data: ICredentialDataDecryptedObject,
		mode: WorkflowExecuteMode,
	): Promise<ICredentialDataDecryptedObject> {
		const { nodeTypes } = this;
		const node: INode = {
			id: '',
			name: '',
			type: 'n8n-nodes-base.noOp',
			typeVersion: 1,
			position: [0, 0],
			parameters: {},
		};
		const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
		await workflow.expression.acquireIsolate();
		try {
			return workflow.expression.getComplexParameterValue(
				node,
				data as INodeParameters,
				mode,
				{},
				undefined,
				undefined,
				data,
			) as ICredentialDataDecryptedObject;
		} finally {
			await workflow.expression.releaseIsolate();
		}
	}

	/** Those of the parents, except what they do not hand down, and its own. */
	getCredentialsProperties(type: string): INodeProperties[] {
		const { extends: parents = [], properties } = this.typeOf(type);
		const merged: INodeProperties[] = [];
		for (const parent of parents) {
			NodeHelpers.mergeNodeProperties(merged, this.getCredentialsProperties(parent));
		}
		if (parents.length === 0) return properties;
		NodeHelpers.mergeNodeProperties(merged, properties);
		return merged;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('Encrypted credentials are not kept here');
	}

	async updateCredentials(
		{ id }: INodeCredentialsDetails,
		_type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		this.store.set(id ?? '', data);
	}

	/** Stores the tokens alone, as n8n does. */
	async updateCredentialsOauthTokenData(
		{ id }: INodeCredentialsDetails,
		_type: string,
		{ oauthTokenData }: ICredentialDataDecryptedObject,
	): Promise<void> {
		const stored = { ...this.store.get(id ?? '') };
		if (oauthTokenData !== undefined) stored.oauthTokenData = oauthTokenData;
		this.store.set(id ?? '', stored);
	}
}
