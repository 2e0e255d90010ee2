import { writeFile } from 'node:fs/promises';
import { readOptions, usage, type ProbeOptions } from './options';
import { toConsole, toMarkdown } from './report';
import { probe } from './run';

function optionsOrUsage(): ProbeOptions {
	try {
		return readOptions(process.argv.slice(2), process.env);
	} catch (error) {
		throw new Error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
	}
}

async function main(): Promise<void> {
	const options = optionsOrUsage();
	const result = await probe(options);
	await writeFile(options.out, toMarkdown(result));
	process.stdout.write(`${toConsole(result)}\nThe report is in ${options.out}\n`);
}

main().catch((error: unknown) => {
	process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 1;
});
