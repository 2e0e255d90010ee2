import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** What Jest uses of the environment of the tests. */
interface Environment {
	readonly global: Record<string, unknown> & { readonly process: Pick<NodeJS.Process, 'env'> & { exit: () => void } };
	teardown(): Promise<void>;
}

const JestEnvironment = createRequire(__filename)('../../jest/environment.cjs') as new (
	config: object,
	context: object,
) => Environment;

function newEnvironment(): Environment {
	return new JestEnvironment({ globalConfig: {}, projectConfig: { testEnvironmentOptions: {}, globals: {} } }, {});
}

/** What Jest does to the globals for each file of tests; gives the file's modules, held no longer than the globals do. */
async function runFile(): Promise<WeakRef<object>> {
	const environment = newEnvironment();
	const { global } = environment;
	const modules = { describe: () => modules };
	const { exit } = global.process;
	delete global['describe'];
	global['describe'] = modules.describe;
	global.process.exit = () => (modules.describe(), exit());
	global.process.env['OF_THE_FILE'] = 'set';
	await environment.teardown();
	return new WeakRef(modules);
}

test('A worker lets go of all modules of a file of tests when the next one has run, so that it stays small and ends in time', async () => {
	setFlagsFromString('--expose-gc');
	const collectGarbage = runInNewContext('gc') as () => void;
	const files = [await runFile(), await runFile(), await runFile()];
	await new Promise(setImmediate);
	collectGarbage();
	expect(files.map((modules) => modules.deref() !== undefined)).toEqual([false, false, true]);
});

test('A worker gives the next file of tests the environment variables as they were', async () => {
	await runFile();
	expect(newEnvironment().global.process.env['OF_THE_FILE']).toBeUndefined();
});
