import path from 'node:path';

import { PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

const PACKAGE = 'n8n-nodes-grc-tprm.';
const AI_PACKAGE = '@n8n/n8n-nodes-langchain.';
const TOOL_SUFFIX = /Tool$/;
const PROJECT = path.resolve(__dirname, '../..');

/**
 * Where n8n's own nodes are: each is loaded when it is asked for. n8n's lazy loader also reads what
 * the editor shows of them, 9 MB.
 */
class OwnNodes extends PackageDirectoryLoader {
	override async loadAll(): Promise<void> {
		this.known.nodes = await this.readJSON('dist/known/nodes.json');
		this.known.credentials = await this.readJSON('dist/known/credentials.json');
		this.isLazyLoaded = true;
	}
}

/** The same for all engines, as n8n loads each package once. */
let loaded: Promise<LoadedPackages> | undefined;

/** The built package and n8n's own nodes, loaded by n8n's loaders. */
export class LoadedPackages implements INodeTypes {
	private constructor(
		private readonly packages: Map<string, PackageDirectoryLoader>,
		readonly project: PackageDirectoryLoader,
	) {}

	static async load(): Promise<LoadedPackages> {
		return await (loaded ??= LoadedPackages.loadBoth());
	}

	private static async loadBoth(): Promise<LoadedPackages> {
		const project = new PackageDirectoryLoader(PROJECT);
		const base = new OwnNodes(path.dirname(require.resolve('n8n-nodes-base/package.json')));
		await Promise.all([project.loadAll(), base.loadAll()]);
		return new LoadedPackages(
			new Map([project, base].map((loader) => [loader.packageJson.name, loader])),
			project,
		);
	}

	/** @returns for a node of n8n's AI package, which is not installed here, one that does nothing */
	getByName(type: string): INodeType | IVersionedNodeType {
		if (type.startsWith(AI_PACKAGE)) return this.getByName('n8n-nodes-base.noOp');
		const [packageName = '', name = ''] = type.split('.');
		const loader = this.packages.get(packageName);
		if (!loader) throw new Error(`There is no package for the node type ${type}`);
		return loader.getNode(name).type;
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		const [base = type, isTool] = type.startsWith(PACKAGE) ? type.split(TOOL_SUFFIX) : [];
		const known = type.startsWith(AI_PACKAGE) ? undefined : version;
		const node = NodeHelpers.getVersionedNodeType(this.getByName(base), known);
		if (isTool === undefined) return node;
		// As n8n's server makes a tool of a node, but with its usual inputs and outputs.
		const { description } = node;
		const tool = { description: { ...description, name: `${description.name}Tool` } };
		return Object.assign(Object.create(node) as INodeType, tool);
	}

	getKnownTypes() {
		return {};
	}

	/** @returns a credential of ours, or one of n8n's own, which ours may extend */
	credentialType = (name: string): ICredentialType => {
		const loaders = [this.project, ...this.packages.values()];
		const owner = loaders.find(({ known }) => name in known.credentials) ?? this.project;
		return owner.getCredential(name).type;
	};
}
