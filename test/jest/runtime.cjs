const { default: Runtime } = require('jest-runtime');

/**
 * Jest loads every module anew for each file of tests. Here those of `node_modules` are loaded once a worker: n8n's engine alone
 * has more than a thousand, which took a third of the time of all tests. Our own modules stay new for each file.
 */

const NODE_MODULES = /[\\/]node_modules[\\/]/;

/** The modules that the runtimes of a worker share; one that loads another later asks the runtime it was loaded by. */
const shared = new Map();

module.exports = class extends Runtime {
	constructor(...parts) {
		super(...parts);
		this._moduleRegistry = shared;
	}

	resetModules() {
		const kept = [...shared].filter(([path]) => NODE_MODULES.test(path));
		super.resetModules();
		for (const [path, module] of kept) shared.set(path, module);
	}

	/** Ends a file of tests; what it has loaded of `node_modules` may load more for the next. */
	teardown() {
		super.teardown();
		this.isTornDown = false;
		this.isInsideTestCode = undefined;
	}
};
