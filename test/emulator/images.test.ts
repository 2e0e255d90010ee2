import { decode } from 'jpeg-js';
import { emulatorPerTest } from './testClient';

const context = emulatorPerTest();

describe('E4: card images', () => {
	it('draws JPEGs that differ by card and side and stay the same for one card', async () => {
		const { client, emulator } = context;
		emulator.addCard({ id: 'a', lastName: '佐藤', firstName: '花子', companyName: '青葉商事' });
		emulator.addCard({ id: 'b', lastName: '鈴木', firstName: '健一郎', companyName: '青葉商事' });
		emulator.setImage('a', 'back', 'drawn');
		const read = async (version: string, id: string, side?: string) => {
			const answer = await client.get(
				`/v${version}/bizCards/${id}/image`,
				side === undefined ? {} : { side },
			);
			expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
			return answer.bytes;
		};
		const front = await read('2.0', 'a');
		expect(decode(front)).toMatchObject({ width: 364, height: 220 });
		expect(await read('2.5', 'a', 'front')).toEqual(front);
		const others = [await read('3.2', 'a', 'back'), await read('3.2', 'b')];
		for (const other of others) {
			expect(decode(other).width).toBe(364);
			expect(other.equals(front)).toBe(false);
		}
	});

	it('answers 404 with an error body where there is none', async () => {
		const { client, emulator } = context;
		emulator.addCard({ id: 'scanned' });
		emulator.addCard({ id: 'typed', isUserCreated: true });
		emulator.addCard({ id: 'removed' });
		emulator.setImage('removed', 'front', null);
		for (const path of [
			'scanned/image?side=back',
			'typed/image',
			'removed/image',
			'unknown/image',
		]) {
			const answer = await client.send(`/v3.2/bizCards/${path}`);
			expect([path, answer.status, answer.json.statusCode]).toEqual([path, 404, 404]);
		}
		expect(emulator.violations).toEqual([]);
	});

	it('gives images that were set byte for byte', async () => {
		const { client, emulator } = context;
		emulator.addCard({ id: 'a', isUserCreated: true });
		const image = Buffer.from([0xff, 0xd8, 0xff, 0, 1, 2]);
		emulator.setImage('a', 'front', image);
		expect((await client.get('/v3.2/bizCards/a/image')).bytes).toEqual(image);
	});
});
