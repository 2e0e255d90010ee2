const { default: Runtime } = require('jest-runtime');

/**
 * Jest loads every module anew for each file of tests. Here those of `node_modules` are loaded once per worker: n8n's engine alone
 * has more than a thousand, which took a third of the time of all tests. Our own modules and Jest's stay new for each file, but
 * they are compiled once per worker.
 */

const NODE_MODULES = /[\\/]node_modules[\\/]/;

const SOURCE_MAPS = /[\\/]source-map-support[\\/]source-map-support\.js$/;

/** The modules that the runtimes of a worker share; one that loads another later asks the runtime it was loaded by. */
const shared = new Map();

/** What was compiled from which source, by its file: running it again gives a new module. */
const compiled = new Map();

/**
 * Jest keeps the name of each test in a store that follows every promise, for tests that run side by side. We have none, and the
 * store made each promise of every suite dear.
 */
const WITHOUT_HOOKS = {
	AsyncLocalStorage: class {
		run(_store, callback) {
			return callback();
		}

		getStore() {}
	},
};

/** What turns lines of stacks into those of our sources; what it has read of them serves every file of tests of a worker. */
let sourceMaps;

/**
 * Stacks are read by axios and n8n for each refusal. Their own files need no source maps, which took long to read; and the plain
 * object whose stack axios takes is looked into by nobody.
 */
function withOurMapsAlone(module, { Error }) {
	let toStack;
	return {
		install(options) {
			module.install({ ...options, overrideRetrieveSourceMap: true });
			toStack ??= Error.prepareStackTrace;
			Error.prepareStackTrace = (error, frames) => (error instanceof Error ? toStack(error, frames) : `Error\n    at ${frames.join('\n    at ')}`);
		},
	};
}

module.exports = class extends Runtime {
	constructor(...parts) {
		super(...parts);
		this._moduleRegistry = shared;
	}

	createScriptFromCode(source, filename) {
		const known = compiled.get(filename);
		if (known?.source === source) return known.run;
		const run = super.createScriptFromCode(source, filename);
		if (run !== null && filename !== this._testPath) compiled.set(filename, { source, run });
		return run;
	}

	requireInternalModule(from, name) {
		if (name === 'async_hooks') return WITHOUT_HOOKS;
		if (name !== undefined || !SOURCE_MAPS.test(from)) return super.requireInternalModule(from, name);
		sourceMaps ??= withOurMapsAlone(super.requireInternalModule(from), this._environment.global);
		return sourceMaps;
	}

	resetModules() {
		const kept = [...shared].filter(([path]) => NODE_MODULES.test(path));
		super.resetModules();
		for (const [path, module] of kept) shared.set(path, module);
	}

	/** Ends a file of tests; what it has loaded of `node_modules` may load more for the next. */
	teardown() {
		super.teardown();
		this.jestGlobals = undefined;
		this.isTornDown = false;
		this.isInsideTestCode = undefined;
	}
};
