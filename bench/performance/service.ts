import path from 'node:path';
import { isObject } from '../../nodes/shared/base/json';
import { startProgram } from '../support/childProcess';

const EMULATOR = path.join(__dirname, '..', '..', 'test', 'emulator', 'main.ts');

/** What the service counted. */
export interface Tally {
	readonly calls: number;
	readonly refusals: number;
}

/** The emulated service in a process of its own, with its documented limit of 10 calls per second. */
export class Service {
	constructor(
		readonly baseUrl: string,
		readonly apiKey: string,
		/** Ends it. */
		readonly end: () => Promise<void> = async () => undefined,
	) {}

	/** Starts one that holds so many cards of nine months. */
	static async start(cards: number): Promise<Service> {
		const child = startProgram(EMULATOR, ['--cards', String(cards), '--reports', '0']);
		const said = await child.firstLine;
		if (!isObject(said)) throw new Error('the emulator did not say where it is');
		return new Service(String(said.baseUrl), String(said.apiKey), child.end);
	}

	/** Sets how long every answer takes at least. */
	async setLatency(latencyMs: number): Promise<void> {
		await this.send('/__control/settings', 'PATCH', { latencyMs });
	}

	/** Forgets all calls. */
	async clear(): Promise<void> {
		await this.send('/__control/calls', 'DELETE');
	}

	async tally(): Promise<Tally> {
		const state = await this.send('/__control/state');
		return { calls: Number(state.calls), refusals: Number(state.refusedByRateLimit) };
	}

	/** Ids of some of its cards, at most a page. */
	async cardIds(count: number): Promise<string[]> {
		const term = 'updatedFrom=2000-01-01T00:00:00Z&updatedTo=2099-12-31T00:00:00Z&range=all';
		const { data } = await this.send(`/v3.2/bizCards?${term}&limit=${count}`);
		return Array.isArray(data) ? data.filter(isObject).map(({ id }) => String(id)) : [];
	}

	private async send(route: string, method = 'GET', body?: unknown): Promise<Record<string, unknown>> {
		const response = await fetch(`${this.baseUrl}${route}`, {
			method,
			headers: { 'X-Service-Api-Key': this.apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		if (!response.ok) throw new Error(`the emulator answered ${response.status} to ${method} ${route}`);
		return (await response.json()) as Record<string, unknown>;
	}
}
