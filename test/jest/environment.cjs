const { TestEnvironment } = require('jest-environment-node');

/** The one world of a worker: modules that are shared between files of tests have to see the same globals. */
let only;

/** What Jest puts there for one file of tests. */
const OF_JEST = /jest|RETRY|EVENT_HANDLERS|TEST_TIMEOUT|LOG_ERRORS|WAIT_BEFORE/i;

module.exports = class extends TestEnvironment {
	constructor(...given) {
		if (only) return only;
		super(...given);
		const { env, exit } = this.global.process;
		this.variables = { ...env };
		this.exit = exit;
		only = this;
	}

	/** Leaves the globals as the next file of tests has to find them. */
	async teardown() {
		const { global, variables } = this;
		for (const symbol of Object.getOwnPropertySymbols(global)) {
			if (OF_JEST.test(String(symbol.description))) delete global[symbol];
		}
		for (const name of Object.keys(global.process.env)) if (!(name in variables)) delete global.process.env[name];
		Object.assign(global.process.env, variables);
		this.forgetFile();
	}

	/**
	 * Lets go of what would keep all modules of the file of tests as long as the worker lives: Jest stores each global that it has
	 * replaced, and wraps `exit` once more for each file. Workers grew to more than a gigabyte, too large to end in the time they have.
	 */
	forgetFile() {
		this._globalProxy.leftovers.length = 0;
		this.global.process.exit = this.exit;
	}
};
