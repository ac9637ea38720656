import type {
	ICredentialDataDecryptedObject,
	ICredentials,
	ICredentialType,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeCredentialsDetails,
	INodeProperties,
	IWorkflowExecuteAdditionalData,
} from 'n8n-workflow';
import { ICredentialsHelper, NodeHelpers } from 'n8n-workflow';

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
	) {
		super();
	}

	getParentTypes(): string[] {
		return [];
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
	): Promise<ICredentialDataDecryptedObject> {
		const data = this.store.get(id ?? '');
		if (!data) throw new Error(`There is no credential "${name}"`);
		const resolved = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as Parameters<typeof NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		);
		return resolved as ICredentialDataDecryptedObject;
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.typeOf(type).properties;
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

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error("n8n's own OAuth2 credentials are not used here");
	}
}
