import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOMS } from '../../tools/rooms/table';
import { pageText, REPOSITORY } from './markdown';

/** Each room tells a newcomer what lives in it, what is always true there, and where to begin. */

const TRIGGER = 'nodes/BusinessCardDataTrigger';
const MAX_LINES = 10;

/** Programs, suites and the watermark are told of by the README around them. */
const TOLD_ABOVE = /^(?:bench|scripts)\/|^test\/(?!emulator$)|\/watermark$/;
const FOLDERS = ROOMS.map(({ folder }) => (TOLD_ABOVE.test(folder) ? dirname(folder) : folder));
const READMES = [...new Set(FOLDERS)].map((folder) => `${folder}/README.md`);

test.each(READMES)('%s says in at most ten lines what lives there, what is always true and where to begin', (file) => {
	const text = pageText(file).trimEnd();
	expect(text.split('\n').length).toBeLessThanOrEqual(MAX_LINES);
	for (const part of ['**Lives here:**', '**Always true:**', '**Begin with:**']) expect(text).toContain(part);
});

/** The files that a text names beside its own, in backquotes. */
function filesNamed(text: string): string[] {
	return [...text.matchAll(/`([\w/]+\.m?ts)`/g)].map(([, file = '']) => file);
}

test.each(READMES)('%s names files that are there', (file) => {
	const places = [dirname(file), ''].map((folder) => join(REPOSITORY, folder));
	expect(filesNamed(pageText(file)).filter((name) => !places.some((place) => existsSync(join(place, name))))).toEqual([]);
});

describe('the glossary of the trigger', () => {
	const rows = [...pageText(`${TRIGGER}/GLOSSARY.md`).matchAll(/^\| `(\w+)` \| (.+) \| (.+) \| (.+) \|$/gm)];

	test('has a row for every part of the state and no other', () => {
		const [, body = ''] = /^export interface TriggerState \{\n([^]*?)^\}/m.exec(pageText(`${TRIGGER}/state.ts`)) ?? [];
		const parts = [...body.matchAll(/^\t(\w+)\??:/gm)].map(([, name]) => name);
		expect(parts.length).toBeGreaterThan(10);
		expect(rows.map(([, name]) => name).sort()).toEqual(parts.sort());
	});

	test('names the files that write it', () => {
		const files = rows.flatMap(([, , , writers = '']) => filesNamed(writers));
		expect(files.length).toBeGreaterThanOrEqual(rows.length);
		expect([...new Set(files)].filter((file) => !existsSync(join(REPOSITORY, TRIGGER, 'watermark', file)))).toEqual([]);
	});
});
