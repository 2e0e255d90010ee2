import { parseArgs } from 'node:util';
import { readCredential, type ServiceCredential } from '../../nodes/shared';

/** Where the key comes from: never from the command line, which others can see. */
export const KEY_VARIABLE = 'BUSINESS_CARD_DATA_API_KEY';

/** What the probe was asked to do. */
export interface ProbeOptions {
	readonly credential: ServiceCredential;
	/** File that the report is written to. */
	readonly out: string;
	/** An import that has ended, whose result may be read. */
	readonly importId: string | undefined;
}

/** How the probe is called. */
export const usage = `${KEY_VARIABLE}=… npm run probe -- --base-url https://cards.example.com
  --base-url   address of the service, without the version
  --app-id     application id, for companies in the partner program
  --import-id  id of an organization import that has ended: its result is read too
  --out        file of the report, probe-report.md unless said
The API key is read from ${KEY_VARIABLE} and shown nowhere.`;

function readValues(args: string[]) {
	try {
		return parseArgs({
			args,
			options: {
				'base-url': { type: 'string', default: '' },
				'app-id': { type: 'string', default: '' },
				'import-id': { type: 'string' },
				out: { type: 'string', default: 'probe-report.md' },
			},
		}).values;
	} catch {
		// The parser's own message quotes what it was given, and that may be a secret in the wrong place.
		throw new Error('The command line has an option or a value that is not known.');
	}
}

/**
 * Reads command line and environment.
 *
 * @throws Error when an option is unknown, and CredentialError when address, key or application id cannot be right;
 *   no message shows a secret
 */
export function readOptions(args: string[], environment: Readonly<Record<string, string | undefined>>): ProbeOptions {
	const values = readValues(args);
	const apiKey = environment[KEY_VARIABLE] ?? '';
	if (apiKey === '') throw new Error(`Set ${KEY_VARIABLE} to the API key.`);
	const credential = readCredential({ baseUrl: values['base-url'], apiKey, appId: values['app-id'] });
	return { credential, out: values.out, importId: values['import-id'] };
}
