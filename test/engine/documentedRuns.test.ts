import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';
import { ENDPOINTS, PROCEDURES } from '../../nodes/shared';
import { pageNames, readPage } from '../../tools/pages/operationPages';
import { PAGES_TIMEZONE, pagesClock, setPagesScene, withEndedImport } from '../../tools/pages/scene';
import { withWorld } from '../../tools/engine/world';
import { outputOf } from './writes/support';

/** Each page of docs/operations shows a run of its operation: this runs it and looks whether the same comes out. */

const NAMES = pageNames();

/** What a page shows of a file: not its content, and not where this machine keeps it. */
function shownFile({ fileName, mimeType, fileExtension }: IBinaryData): Partial<IBinaryData> {
	return { fileName, mimeType, fileExtension };
}

function shownItem({ json, binary }: INodeExecutionData): unknown {
	if (!binary) return json;
	const files = Object.entries(binary).map(([field, file]) => [field, shownFile(file)]);
	return { json, binary: Object.fromEntries(files) as unknown };
}

/** The service draws UUIDs: each becomes its number in the order in which they come. */
function withoutUuids(value: unknown): unknown {
	const seen: string[] = [];
	const text = JSON.stringify(value).replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (uuid) => {
		if (!seen.includes(uuid)) seen.push(uuid);
		return `uuid ${seen.indexOf(uuid)}`;
	});
	return JSON.parse(text) as unknown;
}

it('finds a page for every operation and an operation for every page', () => {
	const shown = NAMES.map((name) => {
		const { resource, operation } = readPage(name).parameters;
		return `${String(resource)}.${String(operation)}`;
	});
	expect(shown.sort()).toEqual([...Object.keys(ENDPOINTS), ...Object.keys(PROCEDURES)].sort());
});

it.each(NAMES)('%s: the run on the page gives what the page says', async (name) => {
	await withWorld(
		async ({ emulator, run }) => {
			setPagesScene(emulator);
			const page = withEndedImport(emulator, readPage(name));
			const result = await run(page.parameters, { items: page.items, timezone: PAGES_TIMEZONE });
			expect(outputOf(result).length).toBeGreaterThan(0);
			const items = result.items.map(shownItem);
			const output = Array.isArray(page.output) ? items : items[0];
			expect(withoutUuids(output)).toEqual(withoutUuids(page.output));
			expect(emulator.violations).toEqual([]);
		},
		{ clock: pagesClock() },
	);
});
