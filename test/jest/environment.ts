import '../../sandbox/engine/environment';

import { AsyncLocalStorage } from 'node:async_hooks';
import { Module } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

import { TestEnvironment } from 'jest-environment-node';

import { Watchdog } from './watchdog';

declare global {
	/** @returns the module as Node loads it, once for each worker */
	var loadOutsideJest: (file: string) => unknown;
	/** Makes the built package load anew, as in a new process. */
	var forgetBuiltPackage: () => void;
}

const BUILT = path.resolve(__dirname, '../../dist') + path.sep;

/** Stands for the process's own context where Jest asks for one. */
const OWN_CONTEXT = vm.createContext({});

/** What was compiled, by file: the next test file runs it anew, but need not compile it again. */
const compiled = new Map<string, { code: string; run: ReturnType<typeof vm.compileFunction> }>();

const { compileFunction } = vm;
vm.compileFunction = (code, params, options = {}) => {
	// A function to import modules would keep the runtime of the first file in memory.
	const { parsingContext, importModuleDynamically: _, ...others } = options;
	if (parsingContext !== OWN_CONTEXT) return compileFunction(code, params, options);
	return compileOnce(code, params, others);
};

function compileOnce(...[code, params, options = {}]: Parameters<typeof compileFunction>) {
	const { filename = '' } = options;
	let known = compiled.get(filename);
	if (known?.code !== code) known = { code, run: compileFunction(code, params, options) };
	compiled.set(filename, known);
	return known.run;
}

/** The built package is loaded again and again, by n8n and outside of Jest. */
const node = Module.prototype as unknown as {
	_compile: (this: NodeModule, code: string, filename: string, ...more: unknown[]) => unknown;
};
const { _compile } = node;
node._compile = function (code, filename, ...more) {
	if (!filename.startsWith(BUILT)) return Reflect.apply(_compile, this, [code, filename, ...more]);
	const params = ['exports', 'require', 'module', '__filename', '__dirname'];
	const required = (id: string): unknown => this.require(id);
	const values = [this.exports, required, this, filename, path.dirname(filename)];
	return Reflect.apply(compileOnce(code, params, { filename }), this.exports, values);
};

/** Until Node 22, each storage that was ever used slows all promises of the process down. */
const usedStorages = new Set<AsyncLocalStorage<unknown>>();
const { run } = AsyncLocalStorage.prototype;
AsyncLocalStorage.prototype.run = function (
	this: AsyncLocalStorage<unknown>,
	...parts: [store: unknown, callback: (...rest: unknown[]) => unknown, ...rest: unknown[]]
) {
	const [store, callback, ...rest] = parts;
	// Jest's own tells concurrent tests apart, and here are none. An error that no test has caught fails
	// the file.
	if (['test', 'describeBlock'].some((name) => name in Object(store))) return callback(...rest);
	usedStorages.add(this);
	return Reflect.apply(run, this, parts);
} as typeof run;

if (process.send) {
	const kill = () => process.kill(process.pid, 'SIGKILL');
	// Jest runs the file of a worker that exits again, up to three times; one that is killed has failed.
	process.exit = kill as never;
	// Freeing the memory of n8n's engine can take longer than the half second that Jest waits for it.
	process.once('exit', (code) => void (code === 0 && kill()));
}

let watchdog: Watchdog | undefined;

/** Where Jest keeps the state of a test file; another file would add its own to it. */
const STATE_OF_JEST = /^(JEST_STATE|EVENT_HANDLERS|TEST_TIMEOUT|RETRY_|\$\$jest-matchers)/;

/** The built package keeps tokens, pace and handled events in memory. */
function forgetBuiltPackage(): void {
	for (const [file, module] of Object.entries(require.cache)) {
		if (!module) continue;
		// They would keep what is forgotten in memory.
		module.children = module.children.filter(({ filename }) => !filename.startsWith(BUILT));
		if (file.startsWith(BUILT)) delete require.cache[file];
	}
}

function anotherOf<T extends object>(instance: T | null, options: object): T | null {
	return instance && (Reflect.construct(instance.constructor, [options]) as T);
}

/**
 * All test files of a worker run in one realm, the process's own, and so can share what is slow to
 * load: n8n's packages are loaded once, and an error that n8n throws is an `Error` for the tests too.
 * The sources and the built package are loaded anew for each file.
 */
export default class OneRealm extends TestEnvironment {
	private readonly env = { ...process.env };
	private readonly exit = process.exit;
	private readonly console = globalThis.console;

	constructor(...[config, context]: ConstructorParameters<typeof TestEnvironment>) {
		super(config, context);
		this.context = OWN_CONTEXT;
		this.global = globalThis as unknown as typeof this.global;
		// What mocks and fake timers change has to be the global object of this realm.
		this.moduleMocker = anotherOf(this.moduleMocker, globalThis);
		this.fakeTimersModern = anotherOf(this.fakeTimersModern, {
			config: config.projectConfig,
			global: globalThis,
		});
		watchdog ??= new Watchdog(config.projectConfig.testTimeout / 1000);
		watchdog.watch(context.testPath);
		globalThis.loadOutsideJest = require;
		globalThis.forgetBuiltPackage = forgetBuiltPackage;
	}

	/** Sets back what a file may have changed in the process. */
	override async teardown(): Promise<void> {
		this.moduleMocker?.restoreAllMocks();
		await super.teardown();
		for (const name of Object.keys(process.env)) if (!(name in this.env)) delete process.env[name];
		Object.assign(process.env, this.env);
		process.exit = this.exit;
		globalThis.console = this.console;
		for (const key of Object.getOwnPropertySymbols(globalThis)) {
			if (STATE_OF_JEST.test(key.description ?? '')) Reflect.deleteProperty(globalThis, key);
		}
		Reflect.deleteProperty(globalThis, 'loadOutsideJest');
		for (const storage of usedStorages) storage.disable();
		usedStorages.clear();
		forgetBuiltPackage();
	}
}
