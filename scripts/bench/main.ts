/**
 * `npm run bench` measures lists and the limiter, `npm run bench -- sync` the largest syncs, `npm run bench -- trigger` lets
 * the trigger live through random histories beside its peers.
 */

const BENCHES = { lists: './performance/main', sync: './performance/sync', trigger: './trigger/main' } as const;

const name = process.argv[2] ?? 'lists';
if (!Object.hasOwn(BENCHES, name))
	throw new Error(`There is no bench "${name}". Choose one of these: ${Object.keys(BENCHES).join(', ')}`);
void import(BENCHES[name as keyof typeof BENCHES]);
