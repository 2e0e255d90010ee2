import { NodeApiError } from 'n8n-workflow';
import type { Answer } from './answer';
import { unsettled } from './answer';
import type { ProbeOptions } from './options';
import { BEYOND_READS } from './questions/beyond';
import { BODIES, FIRST } from './questions/bodies';
import { ORGANIZATION } from './questions/organization';
import { PAGES } from './questions/pages';
import { RECORDS } from './questions/records';
import { TERMS } from './questions/terms';
import { Stage, type Question } from './stage';
import { openClient, type Exchange } from './wire';

/** A key that nobody was given: what a 401 looks like. */
const NO_KEY = '0'.repeat(32);

/** Every question. Those about what the others met on their way come last. */
export const QUESTIONS: readonly Question[] = [FIRST, ...TERMS, ...PAGES, ...RECORDS, ...ORGANIZATION, ...BODIES, ...BEYOND_READS];

/** A question and what came of it. */
export interface Finding {
	readonly row: number;
	readonly point: string;
	readonly answer: Answer;
}

/** What a probe found. */
export interface ProbeResult {
	/** In the order of the open points. */
	readonly findings: readonly Finding[];
	readonly calls: number;
	/** Calls that were refused as one too many; they were repeated. */
	readonly refused: number;
}

/** Thrown when the key can read no cards at all: then nothing could be told. */
export class NothingToRead extends Error {}

/** One question; a call without a usable answer leaves it open, and the error is not quoted. */
async function ask({ row, point, ask: put }: Question, stage: Stage): Promise<Finding> {
	try {
		return { row, point, answer: await put(stage) };
	} catch (error) {
		if (!(error instanceof NodeApiError)) throw error;
		return { row, point, answer: unsettled('a call got no usable answer') };
	}
}

async function checkAccess(stage: Stage): Promise<void> {
	const statuses = await stage.versionStatuses();
	if (Object.values(statuses).includes(200)) return;
	const told = Object.entries(statuses).map(([version, status]) => `${version}: ${status}`);
	throw new NothingToRead(`No version answers a list of cards (${told.join(', ')}). Check address, key and permissions.`);
}

/**
 * Asks a service everything that reads can tell about what its specification leaves open. Reads only, through the
 * package's own limiter.
 *
 * @throws NothingToRead when no version answers, NodeApiError when nothing answers at all
 */
export async function probe({ credential, importId }: ProbeOptions): Promise<ProbeResult> {
	const exchanges: Exchange[] = [];
	const client = await openClient(credential, exchanges);
	const stranger = await openClient({ ...credential, apiKey: NO_KEY, appId: '' }, exchanges);
	const stage = new Stage(client, stranger, exchanges, credential.appId !== '', importId);
	await checkAccess(stage);
	const findings: Finding[] = [];
	for (const question of QUESTIONS) findings.push(await ask(question, stage));
	return {
		findings: findings.sort((a, b) => a.row - b.row),
		calls: exchanges.length,
		refused: exchanges.filter(({ status }) => status === 429).length,
	};
}
