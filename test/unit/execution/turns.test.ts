import { inTurn } from '../../../nodes/BusinessCardData/execution/organization/turns';

/** Work under one key is done one after the other. */

/** Something that lasts until it is told to end, and what has begun and ended so far. */
function works() {
	const log: string[] = [];
	const ends = new Map<string, (error?: Error) => void>();
	return {
		log,
		end: (name: string, error?: Error) => ends.get(name)?.(error),
		begin: async (name: string, key: string, signal?: AbortSignal) =>
			await inTurn(key, signal, async () => {
				log.push(`${name} begins`);
				await new Promise<void>((resolve, reject) => {
					ends.set(name, (error) => (error ? reject(error) : resolve()));
				});
				log.push(`${name} ends`);
				return name;
			}),
	};
}

/** Lets everything go on that can. */
async function settle(): Promise<void> {
	await new Promise((resolve) => setImmediate(resolve));
}

it('begins when the one before has ended, under each key by itself', async () => {
	const { log, end, begin } = works();
	const all = [begin('a', 'x'), begin('b', 'x'), begin('c', 'y')];
	await settle();
	expect(log).toEqual(['a begins', 'c begins']);
	end('a');
	await settle();
	expect(log.slice(2)).toEqual(['a ends', 'b begins']);
	end('b');
	end('c');
	expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

it('goes on after a failure, which stays with the one that failed', async () => {
	const { log, end, begin } = works();
	const failing = begin('a', 'x').catch((error: Error) => error.message);
	const next = begin('b', 'x');
	await settle();
	end('a', new Error('broken'));
	expect(await failing).toBe('broken');
	await settle();
	end('b');
	expect([await next, log]).toEqual(['b', ['a begins', 'b begins', 'b ends']]);
});

it('is not done where its waiting was ended, and whoever comes later still waits for those before', async () => {
	const { log, end, begin } = works();
	const cancelling = new AbortController();
	const first = begin('a', 'x');
	const given = begin('b', 'x', cancelling.signal);
	const last = begin('c', 'x');
	await settle();
	cancelling.abort();
	expect(await given).toBeUndefined();
	await settle();
	expect(log).toEqual(['a begins']);
	end('a');
	await settle();
	end('c');
	expect([await first, await last, log.at(-1)]).toEqual(['a', 'c', 'c ends']);
});
