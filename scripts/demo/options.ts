import { parseArgs } from 'node:util';

/** What the demo was asked to do. */
export interface DemoOptions {
	/** End by itself after `cards` cards. */
	once: boolean;
	/** How many cards have to come through with `once`. */
	cards: number;
	/** The port of n8n's editor. */
	port: number;
}

const defaultCards = 5;
const defaultPort = 5678;
const greatestPort = 65_535;

/** How the demo is called. */
export const usage = `npm run demo                     until Ctrl-C
npm run demo -- --once           ends by itself after ${defaultCards} cards
npm run demo -- --once --cards N ends by itself after N cards
npm run demo -- --port N         another port for n8n's editor than ${defaultPort}`;

/**
 * Reads the command line.
 * @throws when an option is unknown or a number is none
 */
export function readOptions(args: string[]): DemoOptions {
	const { values } = parseArgs({
		args,
		options: {
			once: { type: 'boolean', default: false },
			cards: { type: 'string', default: String(defaultCards) },
			port: { type: 'string', default: String(defaultPort) },
		},
	});
	return {
		once: values.once,
		cards: wholeNumber('--cards', values.cards, Number.MAX_SAFE_INTEGER),
		port: wholeNumber('--port', values.port, greatestPort),
	};
}

function wholeNumber(name: string, text: string, greatest: number): number {
	const value = Number(text);
	if (!Number.isInteger(value) || value < 1 || value > greatest) {
		throw new Error(`${name} needs a whole number from 1, not "${text}".`);
	}
	return value;
}
