import path from 'node:path';

import { LazyPackageDirectoryLoader, PackageDirectoryLoader } from 'n8n-core';
import type { ICredentialType, INodeType, INodeTypes, IVersionedNodeType } from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';

const PROJECT = path.resolve(__dirname, '../..');

/** The built package and n8n's own nodes, loaded by n8n's loaders. */
export class LoadedPackages implements INodeTypes {
	private constructor(
		private readonly packages: Map<string, PackageDirectoryLoader>,
		readonly project: PackageDirectoryLoader,
	) {}

	static async load(): Promise<LoadedPackages> {
		const project = new PackageDirectoryLoader(PROJECT);
		const base = new LazyPackageDirectoryLoader(
			path.dirname(require.resolve('n8n-nodes-base/package.json')),
		);
		await Promise.all([project.loadAll(), base.loadAll()]);
		return new LoadedPackages(
			new Map([project, base].map((loader) => [loader.packageJson.name, loader])),
			project,
		);
	}

	getByName(type: string): INodeType | IVersionedNodeType {
		const [packageName = '', name = ''] = type.split('.');
		const loader = this.packages.get(packageName);
		if (!loader) throw new Error(`There is no package for the node type ${type}`);
		return loader.getNode(name).type;
	}

	getByNameAndVersion(type: string, version?: number): INodeType {
		return NodeHelpers.getVersionedNodeType(this.getByName(type), version);
	}

	getKnownTypes() {
		return {};
	}

	credentialType = (name: string): ICredentialType => this.project.getCredential(name).type;
}
