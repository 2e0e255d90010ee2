import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import {
	catchAs,
	parameterError,
	isObject,
	jpegProblem,
	MAX_IMAGE_BYTES,
	quote,
	readList,
	refuse,
} from '../../../shared';
import type { Violation } from '../../../shared';
import { bytesOf, fileOf } from '../binary';
import type { InputFile } from '../binary';
import { multipartBody } from '../multipart';
import type { FormPart } from '../multipart';
import { checkBeforeSending } from '../routingActions';
import type { CheckedItem, Run, Shape } from '../../resources/operation';

const FRONT = 'binaryPropertyName';
const BACK = 'backImageBinaryPropertyName';

/** The additional fields that name a file. */
interface AdditionalFields {
	readonly [BACK]?: string;
}

/**
 * Finds the images of each card that an item names, the front first: several fronts are a card each, and a single one may
 * have a back.
 *
 * @throws ParameterError for a name that is there twice, which would be digitized twice, and for a back of several cards
 */
function findImages(item: CheckedItem): InputFile[][] {
	const { functions, parameters } = item;
	const names = readList(FRONT, parameters.values[FRONT]);
	refuseRepeated(names);

	const fronts = names.map((name) => fileOf(functions, FRONT, name));
	const additionalFields = parameters.values.additionalFields as AdditionalFields;
	const backName = additionalFields[BACK];
	if (backName === undefined) return fronts.map((front) => [front]);

	const back = fileOf(functions, BACK, backName);
	if (fronts.length === 1) return [[...fronts, back]];

	const message = `${BACK} names a back image, but ${FRONT} names ${fronts.length} images`;
	const rule =
		'if you upload several images, each becomes a card of its own without a back. Enter a single front image, or remove ' +
		'the back image.';
	throw parameterError(BACK, message, rule);
}

/** @throws ParameterError for a name that is there twice */
function refuseRepeated(names: readonly string[]): void {
	const repeated = names.find((name, index) => names.indexOf(name) < index);
	if (repeated === undefined) return;

	const message = `${FRONT} names the binary field ${quote(repeated)} twice`;
	throw parameterError(FRONT, message, 'name each field once.');
}

/** Checks each image, without keeping any in memory: the service bills also what is no image. */
export const checkImages = checkBeforeSending(async (item) => {
	const { functions, writes } = item;
	const cards = findImages(item);
	const violations: Violation[] = [];

	for (const image of cards.flat()) {
		const bytes = await bytesOf(functions, image, MAX_IMAGE_BYTES);
		const problem = jpegProblem(bytes);
		if (problem === undefined) continue;

		const { parameter, field } = image;
		const message = `The image in ${quote(field)} ${problem}`;
		violations.push({ parameter, message });
	}

	refuse(violations);
	writes.planned = cards.length;
});

/** Makes the parts of the form for one card. */
async function formOf(run: Run, images: readonly InputFile[]): Promise<FormPart[]> {
	const parts: FormPart[] = [];

	for (const [index, image] of images.entries()) {
		const side = index === 0 ? 'front' : 'back';
		const content = await bytesOf(run.functions, image, MAX_IMAGE_BYTES);
		parts.push({
			name: `${side}Image`,
			content,
			file: `${side}.jpg`,
		});
	}

	const fields = Object.entries(run.parameters.body);
	for (const [name, value] of fields) {
		// Two languages are two parts of the same name.
		const values: unknown[] = [value].flat();
		for (const each of values) parts.push({ name, content: String(each) });
	}
	return parts;
}

/**
 * Sends one card in a form of its own, which is made now, so that memory never holds two.
 *
 * @returns the cards that the service makes of it
 */
async function sendCard(run: Run, images: readonly InputFile[]): Promise<INodeExecutionData[]> {
	const { client, request } = run;
	const parts = await formOf(run, images);
	const form = multipartBody(parts);
	const { json } = await client.send({ ...request, ...form });

	const cards = isObject(json) ? json.data : undefined;
	const isWhole = Array.isArray(cards) && cards.every(isObject);
	if (!isWhole) {
		const message = 'The service accepted the image, but did not return its card';
		throw client.unusable(message, { mayHaveArrived: true });
	}
	return await run.shaped([{ json: json as IDataObject }]);
}

/** Outputs the cards that the service makes of an image (spec: E7). */
export const outputCards: Shape = async function (items) {
	const cards = items.flatMap((item) => item.json.data as IDataObject[]);
	return cards.map((json) => ({ json }));
};

/** Sends the images of an item to be digitized (spec: E7), card by card; after one that fails none is sent. */
export async function uploadImages(run: Run): Promise<INodeExecutionData[]> {
	const { writes } = run;
	const cards = findImages(run);

	for (const [index, images] of cards.entries()) {
		const [front] = images;
		const isOneOfSeveral = cards.length > 1 && front !== undefined;
		const send = async () => {
			const sending = sendCard(run, images);
			return await (isOneOfSeveral ? namingImage(front, sending) : sending);
		};

		writes.results[index] = await writes.once(send, index);
	}
	return writes.results.flat();
}

/** Waits for a card to be sent. @throws its error, which says which of several images it is about */
async function namingImage<T>(front: InputFile, sending: Promise<T>): Promise<T> {
	const outcome = await catchAs(sending, NodeApiError);
	if (!(outcome instanceof NodeApiError)) return outcome;

	outcome.message += ` (image ${quote(front.field)})`;
	throw outcome;
}
