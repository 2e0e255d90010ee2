import { DateTime } from 'luxon';
import { runInNewContext } from 'node:vm';
import type { Execution, WorkflowDefinition, WorkflowNode } from '../../../scripts/realN8n/client';
import { errorOf, itemsOf, succeeded } from '../../../scripts/realN8n/executions';
import { pollEverySeconds, readExample } from '../../../scripts/realN8n/workflows';
import { CARD, failAt, office, standIns, stored, world } from './stage';

const FILE = 'morning-digest.json';
const ZONE = 'Asia/Tokyo';
const OLD = DateTime.now().minus({ days: 30 }).toJSDate();

/** The first day of the first digest, written on another way than in the example. */
function lastWorkday(day: DateTime): DateTime {
	const before = day.minus({ days: 1 });
	return before.weekday > 5 ? lastWorkday(before) : before;
}

function nodeOf({ nodes }: WorkflowDefinition, name: string): WorkflowNode {
	const node = nodes.find((each) => each.name === name);
	if (!node) throw new Error(`There is no node ${name}.`);
	return node;
}

/** Turns nodes on and all others of a list off, as the note says. */
function turnOn(definition: WorkflowDefinition, all: readonly string[], on: readonly string[]): void {
	for (const name of all) nodeOf(definition, name).disabled = !on.includes(name);
}

const CHANNELS = ['Slack', 'Teams', 'Mail'];

/** One message each morning with what is new. */
export function morningDigest(): void {
	let colleague: string;

	beforeAll(() => {
		const { emulator } = world;
		const { email } = emulator.user;
		colleague = emulator.addUser({
			apiKey: 'KeyOfAColleagueInNoDepartment001',
			name: '佐藤 健',
			email: 'ken@example.com',
		}).id;
		emulator.addOrganizationRecord('department', { DepartmentId: 'D1', DepartmentName: '営業部' });
		emulator.addOrganizationRecord('department', {
			DepartmentId: 'D2',
			DepartmentName: '営業一課',
			ParentDepartmentId: 'D1',
		});
		const user = { UserUuid: 'u1', UserId: 'taro', UserName: '管理 太郎', DepartmentId: 'D2;D1' };
		emulator.addOrganizationRecord('user', { ...user, Email: email.toUpperCase() });
	});

	const add = (lastName: string, more = {}) => world.emulator.addCard({ ...CARD, lastName, email: '', ...more });
	/** By hand, up to now. */
	const digest = async (id: string) => await world.client.run(id, 'Every Weekday Morning');
	const remembered = async (change?: (definition: WorkflowDefinition) => void): Promise<string> => {
		const id = await stored(FILE, (definition) => {
			definition.settings = { ...definition.settings, timezone: ZONE };
			change?.(definition);
		});
		succeeded(await world.client.run(id, 'Remember All Once'));
		return id;
	};
	const today = () => DateTime.now().setZone(ZONE).toFormat('ccc, MMM d');
	const bodyOf = (message: unknown) => String(message).split('\n').slice(1).join('\n');

	test('one message has new cards, changed contacts with both values, and reports, by department', async () => {
		const { emulator } = world;
		const secret = emulator.addTag({ name: 'Secret', type: 'private' }).id;
		const card = add('髙橋', { registeredTime: OLD, email: 'old@example.com', title: null });
		add('変更なし', { registeredTime: OLD });
		const id = await remembered();
		succeeded(await world.client.run(id, 'Remember All Once'));

		emulator.changeCard(card.id, {
			companyName: 'A&B <Ltd.>',
			title: '部長',
			email: '',
			memo: 'Secret',
			tagIds: [secret],
		});
		add('New', { memo: 'Secret', tagIds: [secret], title: 'Head\nof <!channel>' });
		add('Alone', { ownerId: colleague, companyName: '' });
		const attendee = { id: 'a1', personId: 'p1', companyName: CARD.companyName, lastName: '髙橋', firstName: '花子' };
		const report = emulator.addReport({ title: '製品デモ', memo: 'Secret', externalAttendees: [attendee] });
		emulator.addReport({ type: 'BizCardExchange', title: 'Secret' });
		succeeded(await digest(id));
		const told = [
			'',
			'*営業部 / 営業一課*',
			'New cards (1)',
			'• New 花子, 北斗商事株式会社, Head of &lt;!channel&gt; (管理 太郎)',
			'Changed contacts (1)',
			'• 髙橋 花子, A&amp;B &lt;Ltd.&gt;: 北斗商事株式会社 → A&amp;B &lt;Ltd.&gt;, - → 部長, old@example.com → - (管理 太郎)',
			'Reports (1)',
			'• 製品デモ: 髙橋 花子, 北斗商事株式会社 (管理 太郎)',
			'',
			'*No department*',
			'New cards (1)',
			'• Alone 花子, 課長 (佐藤 健)',
		];
		expect(office.messages.map(bodyOf)).toEqual([told.join('\n')]);
		expect(office.messages[0]).toMatch(new RegExp(`^\\*Cards and reports: .* – ${today()}\\*\n`));

		emulator.changeReport(report.id, { title: 'Changed' });
		emulator.changeCard(card.id, { memo: 'More' });
		succeeded(await digest(id));
		expect(office.messages).toHaveLength(1);

		emulator.changeCard(card.id, { title: '課長' });
		succeeded(await digest(id));
		expect(bodyOf(office.messages[1])).toContain('部長 → 課長');
		expect(bodyOf(office.messages[1])).not.toContain('New cards');
	});

	test('on weekdays it covers whole days in the time zone of the workflow, and runs again only if it failed', async () => {
		const { client, emulator } = world;
		const midnight = DateTime.now().setZone(ZONE).startOf('day');
		const begin = lastWorkday(midnight);
		add('TooOld', { registeredTime: begin.minus({ seconds: 1 }).toJSDate() });
		add('First', { registeredTime: begin.toJSDate() });
		const last = add('Last', { registeredTime: midnight.minus({ seconds: 1 }).toJSDate() });
		add('Today', { registeredTime: midnight.toJSDate() });
		emulator.changeCard(last.id, { mobile: '090-0000-0000' });
		const id = await remembered((definition) => {
			const entries = pollEverySeconds(2).item as Array<{ cronExpression: string }>;
			const interval = entries.map(({ cronExpression: expression }) => ({ field: 'cronExpression', expression }));
			nodeOf(definition, 'Every Weekday Morning').parameters = { rule: { interval } };
		});
		failAt('POST', '/channel');
		await client.activate(id);
		const ended = async (status: string) =>
			await world.until(`an execution with ${status}`, async () =>
				(await client.executions(id)).find((each) => each.mode === 'trigger' && each.status === status),
			);
		expect(errorOf(await ended('error')).message).toContain('Service unavailable');
		standIns.fault = undefined;
		succeeded(await ended('success'));
		const calls = emulator.calls.length;
		const isIdle = (execution: Execution) =>
			itemsOf(execution, 'Period').length > 0 && itemsOf(execution, 'Users').length === 0;
		await world.until('an execution with nothing to do', async () => (await client.executions(id)).find(isIdle));
		await client.deactivate(id);

		expect(emulator.calls).toHaveLength(calls);
		expect(office.messages).toHaveLength(1);
		const names = ['TooOld', 'First', 'Last', 'Today'].filter((name) => String(office.messages[0]).includes(name));
		expect(names).toEqual(['First', 'Last']);
		const days = [...new Set([begin, midnight.minus({ days: 1 })].map((day) => day.toFormat('ccc, MMM d')))].join(' – ');
		expect(office.messages[0]).toContain(`*Cards and reports: ${days}*`);

		succeeded(await digest(id));
		expect(bodyOf(office.messages[1])).toContain('Today');
		expect(bodyOf(office.messages[1])).not.toContain('Last');
	});

	test('the first digest begins with the last workday, whichever day it is', () => {
		const period = JSON.stringify(nodeOf(readExample(FILE), 'Period').parameters);
		const [, expression = ''] = /(\$today\.minus\(.*?\}\))/.exec(period) ?? [];
		for (let day = 1; day <= 7; day += 1) {
			const $today = DateTime.fromISO('2026-03-01', { zone: ZONE }).plus({ days: day });
			const begin = runInNewContext(expression, { $today }) as DateTime;
			expect([$today.weekdayShort, begin.toISODate()]).toEqual([$today.weekdayShort, lastWorkday($today).toISODate()]);
		}
	});

	test('a message that Slack refused, or whose answer was lost, comes again with what is new since', async () => {
		const id = await remembered();
		add('First');
		failAt('POST', '/channel');
		expect(errorOf(await digest(id)).message).toContain('Service unavailable');
		add('Second');
		standIns.fault = ({ line }) => (line === 'POST /channel' ? 'lost' : undefined);
		errorOf(await digest(id));
		standIns.fault = undefined;
		succeeded(await digest(id));
		succeeded(await digest(id));
		expect(office.messages).toHaveLength(2);
		for (const message of office.messages) expect(message).toMatch(/First[^]*Second/);
	});

	test('if n8n is killed after the message and before it is remembered, the next digest repeats it, once', async () => {
		const { n8n } = world;
		const id = await remembered();
		add('Killed');
		let killed: Promise<void> | undefined;
		standIns.fault = ({ line }) => {
			if (line === 'POST /channel') killed ??= n8n.kill();
			return undefined;
		};
		await Promise.allSettled([digest(id), world.until('the moment to kill n8n', () => killed && true)]);
		await killed;
		await n8n.start();
		for (let time = 0; time < 2; time += 1) succeeded(await digest(id));
		expect(office.messages).toHaveLength(2);
		for (const message of office.messages) expect(message).toContain('Killed');
	});

	test('Teams and mail get the same text, and if all three are off, the digest fails and nothing is lost', async () => {
		const { client } = world;
		const id = await remembered((definition) => {
			turnOn(definition, CHANNELS, []);
			const { parameters } = nodeOf(definition, 'Teams');
			Object.assign(parameters, { teamId: { __rl: true, mode: 'list', value: 't1' } });
			Object.assign(parameters, { channelId: { __rl: true, mode: 'list', value: 'c1' } });
		});
		add('<b>Bold</b>', { companyName: 'A & B' });
		expect(errorOf(await digest(id)).message).toContain('Nobody got the digest. Turn on Slack, Teams or Mail.');
		await client.saveNodes(id, (nodes) => {
			for (const node of nodes) if (['Teams', 'Mail'].includes(node.name)) node.disabled = false;
		});
		succeeded(await digest(id));
		const [mail] = office.mails;
		expect(office.messages).toEqual([]);
		expect(mail?.subject).toContain('Cards and reports: ');
		expect(mail?.html).toContain('<br>• &lt;b&gt;Bold&lt;/b&gt; 花子, A &amp; B, 課長 (管理 太郎)');
		expect(office.htmlOfTeams).toEqual([mail?.html]);
	});

	test('long lists and long messages are cut, and say how much is left out', async () => {
		const id = await remembered();
		for (let card = 0; card < 14; card += 1) add(`Card${card}`);
		succeeded(await digest(id));
		expect(String(office.messages[0]).match(/•/g)).toHaveLength(10);
		expect(office.messages[0]).toMatch(/\nNew cards \(14\)\n[^]*\nand 4 more$/);

		await world.client.saveNodes(id, (nodes) => {
			const settings = nodeOf({ nodes } as WorkflowDefinition, 'Settings').parameters;
			const { assignments } = settings.assignments as { assignments: Array<{ name: string; value: unknown }> };
			for (const row of assignments) if (row.name === 'linesPerHeading') row.value = 1000;
		});
		for (let card = 0; card < 12; card += 1) add('&'.repeat(250), { title: '部'.repeat(250) });
		succeeded(await digest(id));
		const text = String(office.messages[1]);
		const [, left] = /\nand (\d+) more$/.exec(text) ?? [];
		expect((text.match(/•/g) ?? []).length + Number(left)).toBe(12);
	});

	test('without a system administrator, holders take the place of departments', async () => {
		const id = await remembered((definition) => turnOn(definition, ['Users', 'Departments'], []));
		add('Mine');
		add('Other', { ownerId: colleague });
		succeeded(await digest(id));
		const told = ['', '*佐藤 健*', 'New cards (1)', '• Other 花子, 北斗商事株式会社, 課長'];
		const mine = ['', '*管理 太郎*', 'New cards (1)', '• Mine 花子, 北斗商事株式会社, 課長'];
		expect(bodyOf(office.messages[0])).toBe([...told, ...mine].join('\n'));
	});

	test('a card that takes days to digitize is new when its data are there, and an unknown old card is never new', async () => {
		const { emulator } = world;
		const id = await remembered();
		succeeded(await digest(id));
		const slow = add('Slow', { entryStatus: 'processing' });
		const unknown = add('Unknown', { registeredTime: OLD, updatedTime: new Date() });
		succeeded(await digest(id));
		expect(office.messages).toEqual([]);

		emulator.changeCard(slow.id, { entryStatus: 'completed' });
		emulator.changeCard(unknown.id, { title: '部長' });
		succeeded(await digest(id));
		expect(office.messages).toHaveLength(1);
		expect(office.messages[0]).toMatch(/New cards \(1\)\n• Slow [^]*Changed contacts \(1\)\n• Unknown .*課長 → 部長/);
	});
}
