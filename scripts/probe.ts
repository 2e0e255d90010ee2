import { writeFile } from 'node:fs/promises';
import { readOptions, usage, type ProbeOptions } from './probe/options';
import { toConsole, toMarkdown } from './probe/report';
import { probe } from './probe/run';

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
