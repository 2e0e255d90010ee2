import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { QUESTIONS } from './questions';
import { Service } from './service';

/**
 * Asks a real service what its specification leaves open: `npm run probe -- --base-url https://cards.example.com`. Reads only; the
 * report has no address, key or record in it.
 */

const KEY_VARIABLE = 'BUSINESS_CARD_DATA_API_KEY';

/** What came of each question, as lines of a table. */
export async function report(service: Service): Promise<string[]> {
	const rows: string[] = [];
	for (const { point, expected, ask } of QUESTIONS) {
		const answer = await ask(service);
		const verdict = expected.test(answer ?? '') ? 'As expected' : '**Unexpected**';
		rows.push(
			`| \`${point}\` | ${answer ?? '–'} | ${answer === undefined ? 'The records of this service do not show it' : verdict} |`,
		);
	}
	return ['| Open point | Answer | Verdict |', '|---|---|---|', ...rows];
}

async function main(): Promise<void> {
	const options = {
		'base-url': { type: 'string' },
		'app-id': { type: 'string' },
		out: { type: 'string', default: 'probe-report.md' },
	} as const;
	const { values } = parseArgs({ options });
	const { [KEY_VARIABLE]: apiKey = '' } = process.env;
	if (apiKey === '') throw new Error(`Set ${KEY_VARIABLE} to the API key.`);
	if (!values['base-url'])
		throw new Error('Enter the address of the service without the version, as in --base-url https://cards.example.com');
	const service = new Service({ baseUrl: values['base-url'].replace(/\/$/, ''), apiKey, appId: values['app-id'] });
	const lines = await report(service);
	writeFileSync(values.out, `${lines.join('\n')}\n`);
	process.stdout.write(
		`${lines.join('\n')}\n\n${service.answers.length} calls, which only read. The report is in ${values.out}\n`,
	);
}

if (require.main === module) {
	main().catch((error: unknown) => {
		process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
		process.exitCode = 1;
	});
}
