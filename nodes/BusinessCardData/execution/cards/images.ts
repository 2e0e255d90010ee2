import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData, IExecuteSingleFunctions, INodeExecutionData } from 'n8n-workflow';
import { apiError, catchAs, isErrorBody, joined, LINE_BREAK, readId, readRefusal } from '../../../shared';
import type { Endpoint, ItemParameters, ServiceRequest, ServiceResponse } from '../../../shared';
import type { Run, Shape } from '../../resources/operation';

/** Images that are downloaded side by side: as many calls as a key allows in a second. */
const AT_ONCE = 10;

const IMAGE: Endpoint = {
	method: 'GET',
	response: 'image',
	effect: 'read',
	namesRecord: true,
};

const SIDES = ['front', 'back'];

/** The options of a list of cards that say which images to download. */
interface CardOptions {
	readonly downloadImages?: readonly string[];
}

/** A side of the card in an item, whose image is wanted. */
interface WantedImage {
	readonly item: INodeExecutionData;
	readonly side: string;
}

/** Stores an image of the service as a file of n8n (spec: E4). */
async function storeImage(
	functions: IExecuteSingleFunctions,
	body: Buffer,
	id: string,
	side: string,
): Promise<IBinaryData> {
	// An ID with these characters would name another folder, or lose what follows them.
	const safeId = id.replace(/[\\/?]/g, '_');
	const fileName = `${safeId}-${side}.jpg`;
	return await functions.helpers.prepareBinaryData(body, fileName, 'image/jpeg');
}

/** Whether the service says that there is no image: of this side, or of a card that was deleted or cannot be seen. */
function isMissing(response: ServiceResponse): boolean {
	return response.status === 404 && isErrorBody(response.json);
}

/** The card and the side that a person chose. */
function chosenImage(values: ItemParameters['values']): { id: string; side: string } {
	const { businessCardId, side = 'front' } = values;
	return {
		id: String(businessCardId).trim(),
		side: String(side),
	};
}

/** The error for a card without an image of the chosen side; the service does not document what it says then. */
function missingImage(run: Run, response: ServiceResponse): NodeApiError {
	const { id, side } = chosenImage(run.parameters.values);
	const message = `The business card ${id} has no image of its ${side}`;
	const advice =
		'Choose the other Side. If that has no image either, check the ID, because the card may have been deleted or the ' +
		'user of the API key may not see it.';

	const refusal = readRefusal(response.json);
	const description = joined([refusal.message, advice], LINE_BREAK);
	return apiError(run.client.errorContext, message, description, '404');
}

/** Downloads the image of one side of a card. @throws NodeApiError, which says so where the card has no such image */
export async function getImage(run: Run): Promise<INodeExecutionData[]> {
	const { client, request } = run;
	const response = await client.exchange(request);

	if (isMissing(response)) throw missingImage(run, response);
	if (response.status !== 200) throw client.refusal(response);
	return await run.shaped([{ json: {} }], response.body);
}

/** Outputs the downloaded image as a file, beside card and side. */
export const outputImage: Shape = async function (items, response) {
	const values = response.values ?? {};
	const { id, side } = chosenImage(values);
	const file = await storeImage(this, response.body as Buffer, id, side);

	const json = { businessCardId: id, side };
	const field = String(values.binaryPropertyName);
	const binary = { [field]: file };
	return items.map(() => ({ json, binary }));
};

/**
 * Downloads an image for a list of cards.
 *
 * @returns the file; `undefined` where the card has no image of this side, or was deleted since the list was read
 */
async function download(run: Run, id: string, side: string): Promise<IBinaryData | undefined> {
	const { client, version } = run;
	const encodedId = encodeURIComponent(id);
	const request: ServiceRequest = {
		endpoint: IMAGE,
		version,
		path: `/bizCards/${encodedId}/image`,
		query: [['side', side]],
	};

	const response = await client.exchange(request);
	if (isMissing(response)) return undefined;
	if (response.status !== 200) throw client.refusal(response);

	return await storeImage(run.functions, response.body, id, side);
}

/** Downloads a wanted image. @throws NodeApiError, which says which card it is about */
async function downloadWanted(run: Run, image: WantedImage): Promise<IBinaryData | undefined> {
	const { item, side } = image;
	const id = readId('businessCardId', item.json.id);

	const downloading = download(run, id, side);
	const outcome = await catchAs(downloading, NodeApiError);
	if (!(outcome instanceof NodeApiError)) return outcome;

	const { description } = outcome;
	const subject = `The error occurred while the node was downloading the ${side} of the business card ${id}.`;
	outcome.description = joined([description ?? '', subject], LINE_BREAK);
	throw outcome;
}

/** The images of the cards that a person wants, in the order of the cards. */
function wantedImages(run: Run, items: readonly INodeExecutionData[]): WantedImage[] {
	const options = (run.parameters.values.options ?? {}) as CardOptions;
	const chosen = options.downloadImages ?? [];
	const sides = SIDES.filter((side) => chosen.includes(side));
	const imagesOf = (item: INodeExecutionData) => sides.map((side) => ({ item, side }));

	return items.flatMap(imagesOf);
}

/** Puts a file into its item. */
function attach(image: WantedImage, file: IBinaryData | undefined): void {
	const { item, side } = image;
	if (file) item.binary = { ...item.binary, [side]: file };
}

/**
 * Downloads the images of cards into their items, where they are wanted (spec: E4). It is called when the list of cards
 * has been read to its end: nothing changes in between that the list could miss.
 */
export async function attachImages(run: Run, items: readonly INodeExecutionData[]): Promise<void> {
	const wanted = wantedImages(run, items);

	for (let start = 0; start < wanted.length; start += AT_ONCE) {
		const images = wanted.slice(start, start + AT_ONCE);
		const downloads = images.map(async (image) => await downloadWanted(run, image));
		const files = await Promise.all(downloads);

		// Both sides belong to one item: it is changed only now, when nothing is waited for.
		images.forEach((image, index) => attach(image, files[index]));
	}
}
