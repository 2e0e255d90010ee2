import { errorOf, itemsOf, succeeded } from '../../support/realN8n/output';
import type { Execution } from '../../support/realN8n/types';
import { Slack } from '../standIns/slack';
import { CARD, type Stage } from './stage';

/** Slack as these stories find it. */
export const slack = new Slack();

/** A message when one of some fields changes. */
export function contactChangesToSlack(stage: () => Stage): void {
	test('tells a change of the five fields alone, also the first after all were remembered', async () => {
		const { client, emulator } = stage().world;
		slack.messages.length = 0;
		const { id: cardId } = emulator.addCard({ ...CARD, title: 'A', departmentName: '営業部', email: 'h@example.com' });
		const { id } = await stage().stored('contact-changes-to-slack.json');
		succeeded(await stage().run(id, 'Remember All Once'));
		await client.activate(id);
		const afterChange = async (change: object, count: number): Promise<Execution> => {
			emulator.changeCard(cardId, change);
			return succeeded(await stage().lastOf(id, count));
		};
		const before = (await client.endedExecutions(id)).length;

		expect(itemsOf(await afterChange({ memo: 'Met again' }, before + 1), 'Only What Matters')).toEqual([]);
		expect(slack.messages).toEqual([]);
		await afterChange({ title: 'B' }, before + 2);
		expect(slack.messages).toEqual(['髙橋 花子, B, 営業部, 北斗商事株式会社\nh@example.com']);
		await afterChange({ title: 'A' }, before + 3);
		expect(slack.messages).toHaveLength(1);
		slack.channels.clear();
		emulator.changeCard(cardId, { title: 'C' });
		const failed = await stage().lastOf(id, before + 4);
		slack.channels.add('#business-cards');
		await client.deactivate(id);
		expect(errorOf(failed).message).toContain(`card ${cardId} (北斗商事株式会社): `);
	});
}
