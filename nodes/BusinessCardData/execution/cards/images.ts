import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { catchAs, isErrorBody, joined, LINE_BREAK, readId } from '../../../shared';
import type { Endpoint } from '../../../shared';
import { listItems } from '../lists';
import type { Run, Shape } from '../../resources/operation';

/** So many pictures are asked for side by side: what a key allows in a second. */
const AT_ONCE = 10;

const IMAGE: Endpoint = { method: 'GET', response: 'image', effect: 'read', namesRecord: true };

/** A picture of the service as a file of n8n (spec: E4). */
async function imageFile({ helpers }: IExecuteSingleFunctions, body: Buffer, id: string, side: string) {
	// An id with these would name another folder, or lose what follows.
	const fileName = `${id.replace(/[\\/?]/g, '_')}-${side}.jpg`;
	return await helpers.prepareBinaryData(body, fileName, 'image/jpeg');
}

/** Makes a file of the picture that came, beside card and side. */
export const imageAsFile: Shape = async function (items, { body, values = {} }) {
	const { businessCardId, side = 'front', binaryPropertyName: name } = values;
	const json = { businessCardId: String(businessCardId).trim(), side: String(side) };
	const file = await imageFile(this, body as Buffer, json.businessCardId, json.side);
	return items.map(() => ({ json, binary: { [String(name)]: file } }));
};

/** One side of the card of an item. */
interface WantedImage {
	readonly item: INodeExecutionData;
	readonly side: string;
}

/** Downloads a picture as a file of n8n; `undefined` where the card has none of this side, or is gone since the list. */
async function download(run: Run, id: string, side: string): Promise<IBinaryData | undefined> {
	const { client, version } = run;
	const path = `/bizCards/${encodeURIComponent(id)}/image`;

	const response = await client.exchange({ endpoint: IMAGE, version, path, query: [['side', side]] });
	if (response.status === 404 && isErrorBody(response.json)) return undefined;
	if (response.status !== 200) throw client.refusal(response);

	return await imageFile(run.functions, response.body, id, side);
}

/** The same, whose error says which card it is about. @throws NodeApiError */
async function imageOf(run: Run, { item, side }: WantedImage): Promise<IBinaryData | undefined> {
	const id = readId('businessCardId', item.json.id);

	const outcome = await catchAs(download(run, id, side), NodeApiError);
	if (!(outcome instanceof NodeApiError)) return outcome;

	const subject = `It is about the ${side} of the business card ${id}, which the node was downloading.`;
	outcome.description = joined([outcome.description ?? '', subject], LINE_BREAK);
	throw outcome;
}

/** Puts a file into its item. */
function attach({ item, side }: WantedImage, file: IBinaryData | undefined): void {
	if (file) item.binary = { ...item.binary, [side]: file };
}

/**
 * A list, with the pictures of each card where they are wanted (spec: E1, E2, E4). The pictures are asked for when the
 * list is read to its end: nothing changes in between that the list could miss.
 */
export async function listRecords(run: Run): Promise<INodeExecutionData[]> {
	const items = await listItems(run);

	const { downloadImages: chosen = [] } = (run.parameters.values.options ?? {}) as { downloadImages?: string[] };
	const sides = ['front', 'back'].filter((side) => chosen.includes(side));
	const wanted = items.flatMap((item) => sides.map((side) => ({ item, side })));

	for (let next = 0; next < wanted.length; next += AT_ONCE) {
		const some = wanted.slice(next, next + AT_ONCE);
		const files = await Promise.all(some.map(async (image) => await imageOf(run, image)));
		// Both sides belong to one item: it is changed only now, when nothing is waited for.
		some.forEach((image, index) => attach(image, files[index]));
	}
	return items;
}
