import type { WorkflowDefinition, WorkflowNode } from '../../../scripts/realN8n/client';
import { errorOf, succeeded } from '../../../scripts/realN8n/executions';
import { readExample } from '../../../scripts/realN8n/workflows';
import { drives, photoRows, standIns, stored, world } from './stage';

const FILE = 'digitize-photos.json';

function nodeOf({ nodes }: { nodes: WorkflowNode[] }, name: string): WorkflowNode {
	const node = nodes.find((each) => each.name === name);
	if (!node) throw new Error(`There is no node ${name}.`);
	return node;
}

/** The JPEG that the example draws. */
function photo(): Buffer {
	const code = String(nodeOf(readExample(FILE), 'Drawn Cards').parameters.jsCode);
	const [, base64 = ''] = /'image\/jpeg', '([^']+)'/.exec(code) ?? [];
	return Buffer.from(base64, 'base64');
}

/** What a person chooses in the nodes of a folder before they turn them on. */
const FOLDERS: Readonly<Record<string, (definition: WorkflowDefinition) => void>> = {
	'Google Drive': (definition) => {
		const folder = (value: string) => ({ __rl: true, mode: 'list', value });
		nodeOf(definition, 'Photos in Drive').parameters.filter = { folderId: folder('inbox'), whatToSearch: 'files' };
		nodeOf(definition, 'Move in Drive').parameters.folderId = folder('sent');
		for (const name of ['Photos in Drive', 'Download from Drive', 'Move in Drive'])
			nodeOf(definition, name).disabled = false;
	},
	OneDrive: (definition) => {
		nodeOf(definition, 'Photos in OneDrive').parameters.folderId = 'inbox';
		const { parameters } = nodeOf(definition, 'Move in OneDrive');
		parameters.jsonBody = String(parameters.jsonBody).replace('ID of the folder for sent photos', 'sent');
		for (const name of ['Photos in OneDrive', 'Download from OneDrive', 'Move in OneDrive'])
			nodeOf(definition, name).disabled = false;
	},
};

/** Photos that nobody puts into the form: each is sent once, whatever happens between. */
export function photosFromElsewhere(): void {
	const put = (id: string, more: object = {}) =>
		drives.edit('files', id, { name: 'IMG_0001.jpg', parent: 'inbox', mimeType: 'image/jpeg', bytes: photo(), ...more });
	const look = async (id: string) => await world.client.run(id, 'Every 10 Minutes');
	const uploads = () => world.emulator.calls.filter(({ path }) => path.endsWith('/bizCards/images')).length;
	const stateOf = async (photoId: string) => (await photoRows()).get(photoId)?.state;

	test.each(Object.entries(FOLDERS))('%s: each photo is sent once, then moved', async (_, choose) => {
		const id = await stored(FILE, choose);
		put('P1');
		put('T1', { name: 'notes.txt', mimeType: 'text/plain' });
		succeeded(await look(id));
		expect(world.emulator.company.cards.size).toBe(1);
		expect(await stateOf('P1')).toBe('sent');

		put('P2', { name: 'IMG_0001.HEIC', mimeType: 'image/heif' });
		standIns.fault = ({ line }) => (line.startsWith('PATCH') ? { status: 503, json: {} } : undefined);
		errorOf(await look(id));
		standIns.fault = undefined;
		succeeded(await look(id));
		expect([drives.idsIn('sent').sort(), drives.idsIn('inbox')]).toEqual([['P1', 'P2'], ['T1']]);
		succeeded(await look(id));
		expect([world.emulator.company.cards.size, uploads()]).toEqual([2, 2]);
	});

	test('at most 5 photos a run, and those that were refused stay, named once, and hold up no other', async () => {
		const id = await stored(FILE, FOLDERS.OneDrive);
		for (let count = 1; count <= 5; count += 1) put(`Bad${count}`, { bytes: Buffer.from('no image') });
		put('Good');
		const { message } = errorOf(await look(id));
		expect(message).toMatch(/^Photos that were not digitized: 5;/);
		expect(await stateOf('Bad1')).toBe('refused');
		succeeded(await look(id));
		succeeded(await look(id));
		expect([drives.idsIn('sent'), drives.idsIn('inbox').length, uploads()]).toEqual([['Good'], 5, 1]);
	});

	test('if n8n is killed after a photo was sent, a person decides, and the photo is not sent again', async () => {
		const { emulator, n8n } = world;
		const id = await stored(FILE, (definition) => {
			FOLDERS.OneDrive?.(definition);
			const { filters } = nodeOf(definition, 'Photos without an Answer').parameters;
			const { conditions } = filters as { conditions: Array<{ keyName: string; keyValue: string }> };
			for (const condition of conditions)
				if (condition.keyName === 'updatedAt') condition.keyValue = condition.keyValue.replace('hours: 1', 'hours: 0');
		});
		put('Killed');
		let killed: Promise<void> | undefined;
		const stopLooking = emulator.onBeforeCall(({ path }) => {
			if (path.endsWith('/bizCards/images')) killed ??= n8n.kill();
		});
		await Promise.allSettled([look(id), world.until('the moment to kill n8n', () => killed && true)]);
		await killed;
		stopLooking();
		await n8n.start();
		expect(await stateOf('Killed')).toBe('sending');

		expect(errorOf(await look(id)).message).toMatch(/that the service may have.*: 1\.[^]*\nIMG_0001\.jpg$/);
		expect(await stateOf('Killed')).toBe('review');
		succeeded(await look(id));
		expect([uploads(), drives.idsIn('inbox')]).toEqual([1, ['Killed']]);
	});

	test('Slack: a photo in the channel is sent once, though Slack delivers the message twice', async () => {
		const { client, n8n } = world;
		const id = await stored(FILE, (definition) => {
			const node = nodeOf(definition, 'Message in Slack');
			Object.assign(node, { disabled: false });
			node.parameters.channelId = { __rl: true, mode: 'list', value: 'C1' };
		});
		await client.activate(id);
		put('F1', { parent: 'channel' });
		const url = `${standIns.url}/drives/files-pri/F1`;
		const files = [{ id: 'F1', name: 'IMG_0001.jpg', mimetype: 'image/jpeg', url_private_download: url }];
		const event = { type: 'message', subtype: 'file_share', channel: 'C1', user: 'U1', text: 'From the fair', files };
		const { webhookId } = nodeOf(await client.getWorkflow(id), 'Message in Slack');
		const deliver = async (body: object) => {
			const headers = {
				'content-type': 'application/json',
				'x-slack-request-timestamp': String(Math.floor(Date.now() / 1000)),
			};
			const init = { method: 'POST', headers, body: JSON.stringify({ type: 'event_callback', event: body }) };
			return (await fetch(`${n8n.baseUrl}/webhook/${String(webhookId)}/webhook`, init)).status;
		};
		const ended = async (count: number) =>
			await world.until(`execution ${count}`, async () => {
				const executions = (await client.executions(id)).filter(({ mode }) => mode === 'webhook');
				return executions.length === count ? executions : undefined;
			});
		expect(await deliver(event)).toBe(200);
		await ended(1);
		expect(await stateOf('F1')).toBe('sent');
		expect(await deliver(event)).toBe(200);
		expect(await deliver({ type: 'message', channel: 'C1', user: 'U1', text: 'No photo' })).toBe(200);
		const all = await ended(3);
		await client.deactivate(id);
		for (const execution of all) succeeded(execution);
		expect(uploads()).toBe(1);
	});
}
