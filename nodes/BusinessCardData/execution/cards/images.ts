import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData, IExecuteSingleFunctions, INodeExecutionData, PostReceiveAction } from 'n8n-workflow';
import { encodeId, idText, isErrorBody, joined, LINE_BREAK, startsAsText } from '../../../shared';
import type { Endpoint, ServiceRequest } from '../../../shared';
import { binaryFieldName } from '../binary';
import { readList } from '../lists';
import { parameter, Unusable } from '../run';
import type { Run } from '../run';

/** So many pictures are asked for side by side: what a key allows in a second. */
const AT_ONCE = 10;

/** A card has no picture of this side, or is gone since the list was read (spec: E4, 404). */
const NO_IMAGE = 404;

const IMAGE: Endpoint = { method: 'GET', response: 'image', effect: 'read', namesRecord: true };

/** Every JPEG file starts with these bytes. */
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** An id with these would name another folder, or lose what follows. */
const PATH_CHARACTERS = /[\\/?]/g;

/** A side of a card. */
interface CardSide {
	readonly businessCardId: string;
	readonly side: string;
}

/**
 * A picture of the service as a file of n8n (spec: E4). The service's word counts where the beginning is unusual.
 *
 * @throws Unusable for a response that is no picture
 */
async function imageFile(
	functions: IExecuteSingleFunctions,
	body: Buffer,
	contentType: string,
	{ businessCardId, side }: CardSide,
): Promise<IBinaryData> {
	const isJpeg = body.subarray(0, JPEG_START.length).equals(JPEG_START);
	if (!isJpeg && (!contentType.startsWith('image/jpeg') || body.length === 0 || startsAsText(body))) {
		throw new Unusable('The service sent a response that is not a JPEG image');
	}
	const fileName = `${businessCardId.replace(PATH_CHARACTERS, '_')}-${side}.jpg`;
	return await functions.helpers.prepareBinaryData(body, fileName, 'image/jpeg');
}

/** The item of *Get Image*: card and side, and the picture as binary data. */
export const imageAsFile: PostReceiveAction = async function giveFile(_items, { body, headers }) {
	const id: unknown = this.getNodeParameter('businessCardId', '', { extractValue: true });
	const businessCardId = String(id).trim();
	const side = String(this.getNodeParameter('side', 'front') || 'front').trim();
	const name = binaryFieldName('binaryPropertyName', this.getNodeParameter('binaryPropertyName', 'data'));
	const type = String(headers['content-type'] ?? '');
	const file = await imageFile(this, body as Buffer, type, { businessCardId, side });
	return [{ json: { businessCardId, side }, binary: { [name]: file } }];
};

/** What is asked for, and where it belongs. */
interface Wanted extends CardSide {
	readonly item: INodeExecutionData;
}

/**
 * Puts a picture into its item, if there is one.
 *
 * @throws NodeApiError that says which of many pictures it is about
 */
async function download({ client, functions, version }: Run, { item, businessCardId, side }: Wanted): Promise<void> {
	const path = `/bizCards/${encodeId('businessCardId', businessCardId)}/image`;
	const request: ServiceRequest = { endpoint: IMAGE, version, path, query: [['side', side]] };
	try {
		const response = await client.exchange(request);
		if (response.status === NO_IMAGE && isErrorBody(response.json)) return;
		if (response.status !== 200) throw client.refusal(response);
		const file = await imageFile(functions, response.body, response.contentType, { businessCardId, side });
		item.binary = { ...item.binary, [side]: file };
	} catch (error) {
		const known = error instanceof Unusable ? client.unusable(error.message) : error;
		if (known instanceof NodeApiError) {
			const subject = `It is about the ${side} of the business card ${businessCardId}, which the node was downloading.`;
			known.description = joined([known.description ?? '', subject], LINE_BREAK);
		}
		throw known;
	}
}

/**
 * A list of cards, with the pictures of each where they are wanted (spec: E1, E2, E4). The pictures are asked for when
 * the list is read to its end: nothing changes in between that the list could miss.
 *
 * @throws NodeApiError for a picture that cannot be had, other than one that there is not
 */
export async function listCards(run: Run): Promise<INodeExecutionData[]> {
	const items = await readList(run);
	const { downloadImages: chosen = [] } = (parameter(run, 'options') ?? {}) as { downloadImages?: string[] };
	const sides = ['front', 'back'].filter((side) => chosen.includes(side));
	const wanted = items.flatMap((item) =>
		sides.map((side): Wanted => {
			const businessCardId = idText(item.json.id);
			if (businessCardId !== undefined) return { item, businessCardId, side };
			throw run.client.unusable('The service sent a business card without an ID, so its images cannot be downloaded');
		}),
	);
	for (let next = 0; next < wanted.length; next += AT_ONCE) {
		await Promise.all(wanted.slice(next, next + AT_ONCE).map(async (each) => await download(run, each)));
	}
	return items;
}
