/** Who may import whom. `npm run lint` holds every import of the repository against it. */

/** A part of the repository whose files belong together. */
export interface Room {
	/** The files in it and below it, but for those that a more exact folder of the table has. */
	readonly folder: string;
	/** Folders of the other rooms that it imports. */
	readonly imports: readonly string[];
	/** Packages that it imports; `type <name>` for one of which it imports types alone. Any unless given. */
	readonly packages?: readonly string[];
}

const base = 'nodes/shared/base';
const values = 'nodes/shared/values';
const api = 'nodes/shared/api';
const limiter = 'nodes/shared/limiter';
const http = 'nodes/shared/http';
const lists = 'nodes/shared/lists';
const csv = 'nodes/shared/csv';
const cards = 'nodes/shared/cards';
const organization = 'nodes/shared/organization';

/** `index.ts` alone: everything else in it is in a room. */
const door = 'nodes/shared';
const panel = 'nodes/panel';
const node = 'nodes/BusinessCardData';
const trigger = 'nodes/BusinessCardDataTrigger';
const watermark = 'nodes/BusinessCardDataTrigger/watermark';
const credentials = 'credentials';

const n8n = 'n8n-workflow';

/** What is published. A package that stands here is bundled, but for n8n's own. */
const PUBLISHED: readonly Room[] = [
	{ folder: base, imports: [], packages: [n8n, 'crypto'] },
	{ folder: values, imports: [base], packages: ['luxon'] },
	{ folder: api, imports: [base, values], packages: [`type ${n8n}`] },
	{ folder: limiter, imports: [base, api], packages: [] },
	{ folder: http, imports: [base, values, api, limiter], packages: [n8n] },
	{ folder: lists, imports: [base, values, api, http], packages: [`type ${n8n}`] },
	{ folder: csv, imports: [base, values], packages: ['csv-parse/sync', 'encoding-japanese'] },
	{ folder: cards, imports: [base, values], packages: [] },
	{ folder: organization, imports: [base, values, csv, api], packages: ['csv-stringify/sync'] },
	{ folder: door, imports: [base, values, api, limiter, http, lists, csv, cards, organization], packages: [] },
	{ folder: panel, imports: [door], packages: [n8n] },
	{ folder: node, imports: [door, panel], packages: [n8n, 'crypto'] },
	{ folder: trigger, imports: [door, panel, watermark], packages: [n8n] },
	{ folder: watermark, imports: [door, trigger], packages: [`type ${n8n}`] },
	{ folder: credentials, imports: [door], packages: [n8n] },
];

const published = PUBLISHED.map(({ folder }) => folder);

const emulator = 'test/emulator';
/** Each has the simulator that lets its subject live through histories. */
const simulators = ['test/trigger', 'test/sync'];
const tools = 'tools';
const benchSupport = 'bench/support';
const benchmarks = ['bench/exactness', 'bench/kills', 'bench/mutation', 'bench/performance', 'bench/sync', 'bench/workers'];
const scripts = ['scripts/build', 'scripts/compat', 'scripts/demo', 'scripts/probe', 'scripts/publish', 'scripts/scan', 'scripts/screenshots'];

/** The room of every `*.test.ts` below `test`, in whatever folder it stands, and of what such files share. */
export const TESTS = 'test';
/** The tests of scripts and benchmarks, and of the package that they make and publish. */
const programTests = ['test/programs', 'test/package'];

const forTests = [...published, emulator, ...simulators, tools];

/** What looks at it. */
const BESIDE: readonly Room[] = [
	// It knows the service from its specification: what it took from our code would be right by definition.
	{ folder: emulator, imports: [] },
	...simulators.map((folder) => ({ folder, imports: [...published, emulator, tools] })),
	{ folder: tools, imports: [...published, emulator] },
	{ folder: TESTS, imports: forTests },
	...programTests.map((folder) => ({ folder, imports: [...forTests, TESTS, benchSupport, ...benchmarks, ...scripts] })),
	{ folder: benchSupport, imports: [...published, emulator, tools] },
	...benchmarks.map((folder) => ({ folder, imports: [...published, emulator, ...simulators, tools, benchSupport] })),
	...scripts.map((folder) => ({ folder, imports: [...published, emulator, tools] })),
];

/** Every room there is. */
export const ROOMS: readonly Room[] = [...PUBLISHED, ...BESIDE];

function isInside(path: string, folder: string): boolean {
	return path === folder || path.startsWith(`${folder}/`);
}

/** The room of a file, by its path below the repository with forward slashes; `undefined` where the table has none. */
export function roomOf(path: string): Room | undefined {
	const around = ROOMS.filter(({ folder }) => isInside(path, folder)).sort((a, b) => b.folder.length - a.folder.length);
	const [nearest] = around;
	if (!nearest || !path.endsWith('.test.ts') || programTests.includes(nearest.folder)) return nearest;
	return around.find(({ folder }) => folder === TESTS) ?? nearest;
}
