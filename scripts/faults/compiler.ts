import { readFileSync } from 'node:fs';

import ts from 'typescript';

/** Compiles single files of shipped code with the others as they are, as the build does. */
export class Compiler {
	/** Shipped code by file, relative to the project. */
	readonly sources: ReadonlyMap<string, string>;
	private readonly service: ts.LanguageService;
	private changed: ReadonlyMap<string, string> = new Map();
	private version = 0;
	private readonly versions = new Map<string, number>();

	constructor() {
		const project = ts.getParsedCommandLineOfConfigFile('tsconfig.build.json', undefined, {
			...ts.sys,
			onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
				throw new Error(textOf(messageText));
			},
		});
		const { fileNames = [], options = {} } = project ?? {};
		const root = `${process.cwd()}/`;
		const relative = (file: string) => (file.startsWith(root) ? file.slice(root.length) : file);
		this.sources = new Map(
			fileNames.map((file) => [relative(file), readFileSync(file, 'utf8')] as const),
		);
		const read = (file: string) =>
			this.changed.get(relative(file)) ?? this.sources.get(relative(file)) ?? ts.sys.readFile(file);
		this.service = ts.createLanguageService({
			...ts.sys,
			useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
			getCompilationSettings: () => options,
			getScriptFileNames: () => fileNames,
			getScriptVersion: (file) => String(this.versions.get(relative(file)) ?? 0),
			getScriptSnapshot: (file) => {
				const text = read(file);
				return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
			},
			getCurrentDirectory: () => process.cwd(),
			getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
			readFile: read,
		});
	}

	/**
	 * @param changed files with other text than in the project
	 * @returns their JavaScript by file, relative to the project
	 * @throws Error when they do not compile
	 */
	compile(changed: ReadonlyMap<string, string>): Map<string, string> {
		const files = [...changed.keys()];
		this.version++;
		for (const file of [...this.changed.keys(), ...files]) this.versions.set(file, this.version);
		this.changed = changed;
		const { service } = this;
		for (const file of files) {
			const [problem] = [
				...service.getSyntacticDiagnostics(file),
				...service.getSemanticDiagnostics(file),
			];
			if (problem) throw new Error(`${file} does not compile: ${textOf(problem.messageText)}`);
		}
		const outputs = files.flatMap((file) => service.getEmitOutput(file).outputFiles);
		const root = `${process.cwd()}/`;
		return new Map(
			outputs
				.filter(({ name }) => name.endsWith('.js'))
				.map(({ name, text }) => [name.replace(root, ''), text]),
		);
	}
}

function textOf(message: string | ts.DiagnosticMessageChain): string {
	return ts.flattenDiagnosticMessageText(message, ' ');
}
