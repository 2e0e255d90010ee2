import { deserialize, serialize } from 'node:v8';
import { foundCompany, newsOf } from '../../scripts/demo/company';
import { demoExample, demoFiles } from '../../scripts/demo/examples';
import { Emulator, type EmulatorOptions, type ServiceSnapshot } from '../emulator';
import { textOf } from '../support/repository';

/** The company of the demo, whose service the tests here ask nothing. */

const NEWS = 20;

function companyOf(options: EmulatorOptions = {}): Emulator {
	const emulator = new Emulator(options);
	if (!options.snapshot) foundCompany(emulator);
	return emulator;
}

/** The cards that the next news are about, as the demo prints them. */
function nextCards(emulator: Emulator): string[] {
	const { cards } = emulator.company;
	const before = new Set(cards.keys());

	const news = newsOf(emulator);
	for (let count = 0; count < NEWS; count += 1) news();

	const added = [...cards.values()].filter(({ id }) => !before.has(id));
	return added.map(({ lastName, firstName, companyName }) => `${lastName} ${firstName}  ${companyName}`);
}

/** All records as one text, which does not tell where they were read from. */
function storedIn({ company, users, organizationRecords }: Emulator): string {
	const maps = [company.cards, company.tags, company.reports, users, organizationRecords('user')];
	return JSON.stringify(maps.map((records) => [...records]));
}

it('the README shows cards that the demo really brings, with a name in Latin letters', () => {
	const shown = [...textOf('README.md').matchAll(/^ +\d\d:\d\d:\d\d +(?:new|changed) +(.+)$/gm)].map(([, card]) => card);
	expect(shown.length).toBeGreaterThan(0);
	expect(shown.some((card) => /^\p{Script=Latin}/u.test(card ?? ''))).toBe(true);

	const first = nextCards(companyOf()).slice(0, 2 * shown.length);
	expect(first).toEqual(expect.arrayContaining(shown));
});

it('the next demo goes on with the same records, and other cards come in', () => {
	const before = companyOf();
	const card = before.addCard();
	before.setImage(card.id, 'front', Buffer.from('an image'));
	const news = nextCards(before);
	const snapshot = deserialize(serialize(before.snapshot())) as ServiceSnapshot;

	const after = companyOf({ snapshot });
	expect(storedIn(after)).toBe(storedIn(before));
	expect(after.imageOf(card, 'front')?.toString()).toBe('an image');

	const taken = [...after.company.cards.keys()];
	const later = nextCards(after);
	expect(later).not.toEqual(news);
	expect(after.company.cards.size).toBe(taken.length + later.length);
});

it('the notes of the workflow tell the poll times of the demo', () => {
	const { nodes } = demoExample('new-cards-to-crm.json', [{ id: '1', name: 'Business Card Data account' }]);
	const notes = nodes
		.filter(({ type }) => type.endsWith('.stickyNote'))
		.map(({ parameters }) => String(parameters.content));
	const polling = notes.filter((note) => /5 seconds/.test(note));
	expect(polling).not.toEqual([]);
	expect(notes.filter((note) => /every minute/i.test(note))).toEqual([]);
});

it('the demo takes only examples whose calls of workflows lead somewhere, because n8n runs no others', () => {
	const nodes = demoFiles().flatMap(
		(file) => demoExample(file, [{ id: '1', name: 'Business Card Data account' }]).nodes,
	);
	const called = nodes
		.filter(({ type }) => type.endsWith('.executeWorkflow'))
		.map(({ parameters }) => (parameters.workflowId as { value?: string } | undefined)?.value);

	expect(nodes).not.toEqual([]);
	expect(called.filter((workflowId) => !workflowId)).toEqual([]);
});
