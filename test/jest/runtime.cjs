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

	/** axios takes the stack of a plain object for each refusal. Nobody looks into it, and to find its source lines takes long. */
	requireInternalModule(from, name) {
		const module = super.requireInternalModule(from, name);
		if (name !== undefined || !SOURCE_MAPS.test(from)) return module;
		const { Error } = this._environment.global;
		return {
			install(options) {
				module.install(options);
				const toStack = Error.prepareStackTrace;
				Error.prepareStackTrace = (error, frames) => (error instanceof Error ? toStack(error, frames) : `Error\n    at ${frames.join('\n    at ')}`);
			},
		};
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
