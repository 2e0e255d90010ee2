import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { furnish, REQUEST_CASES } from '../../description/requestCases';
import { finishImports, finishImportsAtOnce } from '../writes/support';
import { openWorld, type OneWorld, type World } from '../../../tools/engine/world';
import type { Outcome, References } from './judge';
import { usualParameters, withoutValue, withValue, type Place } from './places';
import { ZONE } from './values';

/** One emulated service for the whole matrix. */
export class Stage {
	private readonly one: OneWorld = openWorld();

	private items = new Map<string, INodeExecutionData[]>();

	private readonly usual = new Map<string, Outcome>();

	get world(): World {
		return this.one.world;
	}

	async open(): Promise<void> {
		await this.one.open();
		furnish(this.world.emulator);
		finishImportsAtOnce(this.world.emulator);
		for (const [operation, { items }] of Object.entries(REQUEST_CASES)) {
			this.items.set(operation, items?.(this.world.emulator) ?? [{ json: {} }]);
		}
	}

	async close(): Promise<void> {
		await this.one.close();
	}

	/** The input of an operation, with a value in its first item that an expression may give. */
	itemsFor(operation: string, json: object = {}): INodeExecutionData[] {
		const [first = { json: {} }, ...others] = this.items.get(operation) ?? [];
		return [{ ...first, json: { ...first.json, ...json } }, ...others];
	}

	/** Runs something once, and gives what came of it. */
	async see(attempt: () => Promise<Pick<Outcome, 'items' | 'error'>>): Promise<Outcome> {
		const { emulator } = this.world;
		// In 2.5 the service refuses an import while the one before it is under way.
		finishImports(emulator);
		emulator.clearLog();
		const { items, error } = await attempt().catch((thrown: unknown) => ({ items: [], error: thrown as Error }));
		return { items, error, calls: [...emulator.calls] };
	}

	/** Runs the node of a place with these parameters. */
	async run(place: Place, parameters: INodeParameters, json?: object): Promise<Outcome> {
		const items = this.itemsFor(place.operation, json);
		return await this.see(async () => await this.world.run(parameters, { items, timezone: ZONE }));
	}

	/** The rules of the interface that were broken so far. */
	violations(): string[] {
		return this.world.emulator.violations.map(({ rule }) => rule);
	}

	referencesFor(place: Place): References {
		const parameters = usualParameters(place);
		return {
			usual: async () => {
				const key = JSON.stringify(parameters);
				const known = this.usual.get(key) ?? (await this.run(place, parameters));
				this.usual.set(key, known);
				if (known.calls.length === 0) throw new Error(`${place.operation} was not sent as usual: ${known.error?.message ?? ''}`);
				return known;
			},
			chosen: async (value) => {
				const { path } = place;
				return await this.run(place, value === undefined ? withoutValue(parameters, path) : withValue(parameters, path, value));
			},
		};
	}
}
