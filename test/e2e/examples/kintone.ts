import type { CardInput } from '../../emulator';
import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { BUSY, COMPANY_APP, PERSON_APP } from '../standIns/kintone';
import type { Fields, StandInRequest } from '../standIns/services';
import { storedNight } from './night';
import { CARD, kintone, rowOf, run, runWhileDown, standIns, stored, world } from './stage';

const FILE = 'cards-to-kintone.json';

/** Calls that write: what stands in them, and no other call has. */
const WRITES = { company: '"app":"1"', person: '"cardState"', exchange: '"exchanges"' };

/** Cards become records of a company app and a person app. */
export function cardsToKintone(): void {
	let id: string;

	beforeEach(async () => {
		id = await stored(FILE, undefined, true);
	});

	const add = (lastName: string, more: CardInput = {}) =>
		world.emulator.addCard({ ...CARD, lastName, email: '', ...more });
	const companies = () => kintone.all(COMPANY_APP);
	const people = () => kintone.all(PERSON_APP);
	const recordOf = ({ personId }: { personId: string }): Fields =>
		people().find((each) => each.personId === personId) ?? {};
	const cardsNoted = (record: Fields | undefined) =>
		((record?.exchanges ?? []) as Fields[]).map(({ cardId }) => String(cardId));

	test('writes the whole card once, and a change of the card leaves to people what they set', async () => {
		const { emulator } = world;
		const tags = [{ name: '重要顧客', type: 'public' } as const, { name: 'Mine', type: 'private' } as const];
		const card = add('髙橋', {
			email: 'Hanako@Example.com',
			memo: '展示会で名刺交換\n後日連絡',
			prefecture: '東京都',
			exchangeDate: '2026-03-01',
			lastNameReading: 'タカハシ',
			tagIds: tags.map((tag) => emulator.addTag(tag).id),
		});
		succeeded(await run(id));
		const written = recordOf(card);
		expect(written).toMatchObject({
			companyId: card.companyId,
			companyName: CARD.companyName,
			lastName: '髙橋',
			firstName: '花子',
			reading: expect.stringContaining('タカハシ') as string,
			title: '課長',
			email: 'hanako@example.com',
			tel: CARD.tel,
			address: expect.stringContaining('東京都') as string,
			memo: '展示会で名刺交換\n後日連絡',
			tags: '重要顧客',
			exchangeDate: '2026-03-01',
			cardState: 'current',
			exchanges: [{ cardId: card.id, cardDate: '2026-03-01', cardHolder: emulator.user.name }],
		});
		expect(companies()).toMatchObject([{ companyId: card.companyId, companyName: CARD.companyName }]);
		expect(await rowOf(card)).toMatchObject({ state: 'sent', reason: '', recordId: written.id });

		/* People add a line of their own to the table, and fill and change fields. */
		const exchanges = [...(written.exchanges as Fields[]), { id: '900', cardHolder: 'by hand' }];
		const byHand = { tel: '1', mobile: '090-0000-0000', exchanges };
		kintone.edit(PERSON_APP, written.id, byHand);
		kintone.edit(COMPANY_APP, companies()[0]?.id, { companyName: '北斗商事（旧称）' });
		emulator.changeCard(card.id, { title: '部長', tel: '', tagIds: [] });
		standIns.requests.length = 0;
		succeeded(await run(id));
		expect(recordOf(card)).toMatchObject({ ...byHand, title: '部長', tags: '', email: 'hanako@example.com' });
		expect(companies()).toMatchObject([{ companyName: '北斗商事（旧称）' }]);
		expect(people()).toHaveLength(1);
		expect(standIns.requests.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
	});

	test('keeps the latest card where colleagues edit older ones or two cards take turns, and notes each card once', async () => {
		const { emulator } = world;
		const latest = add('Same', { title: 'New', exchangeDate: '2026-03-01' });
		const older = add('Same', {
			title: 'Old',
			exchangeDate: '2019-03-01',
			personId: latest.personId,
			ownerId: 'colleague',
			companyName: 'Old Inc.',
		});
		succeeded(await run(id));
		emulator.changeCard(older.id, { title: 'Older' });
		succeeded(await run(id));
		expect(people()).toMatchObject([{ title: 'New', companyName: CARD.companyName }]);

		for (const exchangeDate of ['2030-01-01', '2000-01-01']) {
			emulator.changeCard(older.id, { exchangeDate });
			succeeded(await run(id));
			const title = exchangeDate > '2026' ? 'Older' : 'New';
			expect(people()).toMatchObject([{ title }]);
		}
		expect(cardsNoted(people()[0]).sort()).toEqual([latest.id, older.id].sort());
		for (const card of [latest, older])
			expect(await rowOf(card)).toMatchObject({ state: 'sent', recordId: people()[0]?.id });
	});

	test('doubles nothing, whatever step fails, and names the card', async () => {
		const card = add('Once');
		const steps = [
			['GET', '/form/fields'],
			['GET', '/records'],
			...Object.values(WRITES).map((word) => ['PUT', word] as const),
		] as const;
		for (const [method, word] of steps) {
			expect(errorOf(await runWhileDown(id, method, word)).message).toContain(`card ${card.id} (${CARD.companyName}): `);
			expect(await rowOf(card)).toMatchObject({ state: 'failed' });
		}
		succeeded(await run(id));
		expect([companies().length, people().length, cardsNoted(people()[0])]).toEqual([1, 1, [card.id]]);
		expect(await rowOf(card)).toMatchObject({ state: 'sent', reason: '' });
	});

	test('doubles nothing when answers are lost', async () => {
		const card = add('Lost');
		const lost = new Set(Object.values(WRITES));
		standIns.fault = (request) => (takeOne(lost, request) ? 'lost' : undefined);
		succeeded(await run(id));
		expect(lost.size).toBe(0);
		expect([companies().length, people().length, cardsNoted(people()[0])]).toEqual([1, 1, [card.id]]);
	});

	test('tries again where kintone is locked, busy or was changed meanwhile', async () => {
		const card = add('Busy');
		succeeded(await run(id));
		for (const name of Object.keys(BUSY)) {
			const waiting = new Set(['/form/fields', '/records.json', ...Object.values(WRITES)]);
			standIns.fault = (request) => (takeOne(waiting, request) ? kintone.busy(name) : undefined);
			world.emulator.changeCard(card.id, { title: name });
			kintone.edit(PERSON_APP, people()[0]?.id, { exchanges: [] });
			kintone.remove(COMPANY_APP, companies()[0]?.id);
			succeeded(await run(id));
			expect(waiting.size).toBe(0);
			expect(people()).toMatchObject([{ title: name, exchanges: [{ cardId: card.id }] }]);
			expect(companies()).toHaveLength(1);
		}

		/* Somebody else writes to the record between reading and writing its table. */
		const others = new Set([WRITES.exchange]);
		const exchanges = [{ id: '900', cardHolder: 'by hand' }];
		standIns.fault = (request) => {
			if (takeOne(others, request)) kintone.edit(PERSON_APP, people()[0]?.id, { exchanges });
			return undefined;
		};
		kintone.edit(PERSON_APP, people()[0]?.id, { exchanges: [] });
		succeeded(await run(id));
		expect(people()[0]?.exchanges).toMatchObject([...exchanges, { cardId: card.id }]);
	});

	test('writes the person as it is when it writes, and once more when it changed meanwhile', async () => {
		const { emulator } = world;
		const card = add('Quick');
		const changes = ['B', 'C'];
		standIns.fault = ({ body }) => {
			const title = JSON.stringify(body).includes(WRITES.person) ? changes.shift() : undefined;
			if (title) emulator.changeCard(card.id, { title, companyName: `Company ${title}` });
			return undefined;
		};
		succeeded(await run(id));
		expect(recordOf(card)).toMatchObject({ title: 'C', companyName: 'Company C' });
		expect([companies().length, people().length, cardsNoted(people()[0])]).toEqual([3, 1, [card.id]]);
	});

	test('follows persons that the service takes for one, and records that people deleted', async () => {
		const { emulator } = world;
		const [old, latest] = [add('Old', { exchangeDate: '2020-01-01' }), add('New')];
		const [alone, deleted] = [add('Alone'), add('Deleted')];
		succeeded(await run(id));
		const [extra, kept] = [recordOf(old).id, recordOf(latest).id].map(String);
		const renamed = recordOf(alone).id;
		emulator.changeCard(old.id, { personId: latest.personId });
		emulator.changeCard(alone.id, { personId: 'another' });
		emulator.changeCard(deleted.id, { title: '部長' });
		kintone.remove(PERSON_APP, recordOf(deleted).id);
		succeeded(await run(id));
		expect(recordOf({ personId: 'another' })).toMatchObject({ id: renamed, lastName: 'Alone' });
		expect(await rowOf(deleted)).toMatchObject({
			state: 'skipped',
			reason: expect.stringContaining('no longer in kintone') as string,
		});
		const named = expect.stringContaining(`Records ${kept} and ${extra} of the person app are one person`) as string;
		expect(await rowOf(old)).toMatchObject({ state: 'review', reason: named });

		/* People do as the page says, also with a record that they had made before. */
		kintone.remove(PERSON_APP, extra);
		const byHand = kintone.make(PERSON_APP, { personId: 'another', lastName: 'By hand', fax: '1' });
		kintone.remove(PERSON_APP, renamed);
		succeeded(await run(id));
		expect(await rowOf(old)).toMatchObject({ state: 'sent', reason: '', recordId: kept });
		expect(await rowOf(alone)).toMatchObject({ state: 'sent', reason: '', recordId: byHand });
		expect(people()).toMatchObject([{ lastName: 'New' }, { lastName: 'Alone', fax: '1' }]);
	});

	test('says what an app lacks, what it cut, and what kintone refused', async () => {
		const card = add('Long', { title: '営業本部長', memo: 'M' });
		kintone.changeField(PERSON_APP, 'title', { maxLength: '4' });
		kintone.changeField(PERSON_APP, 'memo');
		succeeded(await run(id));
		expect(recordOf(card)).toMatchObject({ title: '営業本部' });
		const reason = 'title was cut to 4 characters; The person app has no field with the code memo';
		expect(await rowOf(card)).toMatchObject({ state: 'sent', reason });

		const two = [card, add('Other')];
		kintone.changeField(PERSON_APP, 'tel', { type: 'DATE' });
		const { message } = errorOf(await run(id));
		expect(message).toMatch(/^Cards that did not reach kintone: 2; the others did.\n/);
		const said = 'records[0].record.tel.value: 日付の形式が正しくありません。';
		expect(message).toContain(`Write Person: CB_VA01 入力内容が正しくありません。 ${said}`);
		for (const each of two) expect(await rowOf(each)).toMatchObject({ state: 'failed' });

		kintone.changeField(COMPANY_APP, 'companyId', { unique: false });
		expect(errorOf(await run(id)).message).toContain('companyId that prohibits duplicate values');
		expect(people()).toHaveLength(1);

		kintone.changeField(PERSON_APP, 'personId');
		const missing = 'Records of the Person: GAIA_IQ11 指定されたフィールド（personId）が見つかりません。';
		expect(errorOf(await run(id)).message).toContain(missing);
		for (const each of two) expect(await rowOf(each)).toMatchObject({ state: 'failed', reason: missing });
	});

	test('leaves to people the fields whose rows are deleted, even if an app has none left', async () => {
		const own = await stored(FILE, ({ nodes }) => {
			const fields = nodes.find(({ name }) => name === 'Fields')?.parameters.assignments as { assignments: Fields[] };
			const kept = ['person.companyId', 'person.lastName'];
			fields.assignments = fields.assignments.filter(({ name }) => kept.includes(String(name)));
		});
		const card = add('Few');
		succeeded(await run(own));
		expect(companies()).toMatchObject([{ companyId: card.companyId }]);
		expect(recordOf(card)).toMatchObject({ companyId: card.companyId, lastName: 'Few' });
		for (const record of [companies()[0], recordOf(card)]) expect(record?.companyName ?? '').toBe('');
		expect(await rowOf(card)).toMatchObject({ state: 'sent', reason: '' });
	});

	test("says in kintone's words that a token is wrong", async () => {
		const { id: cardId } = add('Nobody');
		kintone.keepToken(COMPANY_APP);
		expect(errorOf(await run(id)).message).toContain(
			`card ${cardId} (${CARD.companyName}): Form of the Company App: GAIA_IA02`,
		);
	});

	test('is called by the night with failed, changed, gone and never seen cards', async () => {
		const { client, emulator } = world;
		await client.activate(id);
		const night = await storedNight({ 'Send One Card': id });
		const [bad, changed, gone, mine] = [add('Bad'), add('Changed'), add('Gone'), add('Ours')];
		expect(errorOf(await runWhileDown(id, 'PUT', '"Bad"')).message).toContain(`card ${bad.id}`);
		const unseen = add('Unseen');
		const colleague = add('Ours', { ownerId: 'colleague', personId: mine.personId, exchangeDate: '2000-01-01' });
		emulator.changeCard(changed.id, { title: 'New' });
		for (const card of [gone, mine]) emulator.deleteCard(card.id);
		succeeded(await run(night));
		const states = people().map(({ lastName, cardState }) => `${String(lastName)} ${String(cardState)}`);
		expect(states.sort()).toEqual(['Bad current', 'Changed current', 'Gone gone', 'Ours current', 'Unseen current']);
		expect(recordOf(changed)).toMatchObject({ title: 'New' });
		for (const card of [bad, changed, unseen, colleague]) expect(await rowOf(card)).toMatchObject({ state: 'sent' });
		for (const card of [gone, mine]) expect(await rowOf(card)).toMatchObject({ state: 'gone' });

		standIns.requests.length = 0;
		succeeded(await run(night));
		expect(standIns.requests).toEqual([]);
		await client.deactivate(id);
	});

	test('is started by the trigger', async () => {
		const { client } = world;
		const own = await stored(FILE);
		succeeded(await run(own));
		await client.activate(own);
		const card = add('Trigger');
		await world.until('the row', async () => ((await rowOf(card))?.state === 'sent' ? true : undefined));
		await client.deactivate(own);
		expect(recordOf(card)).toMatchObject({ lastName: 'Trigger' });
	});
}

/** Takes one of the words out of a set, if a request has it. */
function takeOne(words: Set<string>, { line, body }: StandInRequest): boolean {
	const found = [...words].find((word) => `${line} ${JSON.stringify(body)}`.includes(word));
	return found !== undefined && words.delete(found);
}
