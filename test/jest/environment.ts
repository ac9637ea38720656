import '../../sandbox/engine/environment';

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

const { compileFunction } = vm;
vm.compileFunction = (code, params, { parsingContext, ...options } = {}) =>
	parsingContext === OWN_CONTEXT
		? compileFunction(code, params, options)
		: compileFunction(code, params, { ...options, parsingContext });

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
		forgetBuiltPackage();
	}
}
