import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { catchAs, fault, isObject, jpegProblem, MAX_IMAGE_BYTES, quote, readList, refuse } from '../../../shared';
import type { Objection } from '../../../shared';
import { bytesOf, fileOf } from '../binary';
import type { InputFile } from '../binary';
import { multipartBody } from '../multipart';
import type { FormPart } from '../multipart';
import { checkedBy } from '../run';
import type { Run, Shape } from '../../resources/operation';

const FRONT = 'binaryPropertyName';
const BACK = 'backImageBinaryPropertyName';

/**
 * The pictures of each card that an item names, the front first: several fronts are a card each, one alone may have a
 * back. A name that is there twice would be digitized twice.
 */
function cardsOf({ functions, parameters }: Pick<Run, 'functions' | 'parameters'>): InputFile[][] {
	const names = readList(FRONT, parameters.values[FRONT]);
	const twice = names.find((name, index) => names.indexOf(name) < index);
	if (twice !== undefined) {
		throw fault(FRONT, `${FRONT} names the binary field ${quote(twice)} twice`, 'name each field once.');
	}
	const fronts = names.map((name) => fileOf(functions, FRONT, name));
	const { [BACK]: name } = parameters.values.additionalFields as { [BACK]?: string };
	if (name === undefined) return fronts.map((front) => [front]);
	const back = fileOf(functions, BACK, name);
	if (fronts.length === 1) return [[...fronts, back]];
	const message = `${BACK} names a back image, but ${FRONT} names ${fronts.length} images`;
	const rule = 'each of several images is a card of its own, without a back. Name one front image, or no back image.';
	throw fault(BACK, message, rule);
}

/** Reads each picture, keeps none, and refuses those that are none: digitization is billed. */
export const picturesChecked = checkedBy(async ({ functions, parameters, sent }) => {
	const cards = cardsOf({ functions, parameters });
	const objections: Objection[] = [];
	for (const picture of cards.flat()) {
		const problem = jpegProblem(await bytesOf(functions, picture, MAX_IMAGE_BYTES));
		const message = `The image in ${quote(picture.field)} ${problem}`;
		if (problem !== undefined) objections.push({ parameter: picture.parameter, message });
	}
	refuse(objections);
	sent.planned = cards.length;
});

/** Sends one card in a form of its own, made now so that no two are held at once, and gives the service's cards. */
async function sendCard(run: Run, pictures: readonly InputFile[]): Promise<INodeExecutionData[]> {
	const parts: FormPart[] = [];
	for (const [index, picture] of pictures.entries()) {
		const side = index === 0 ? 'front' : 'back';
		const content = await bytesOf(run.functions, picture, MAX_IMAGE_BYTES);
		parts.push({ name: `${side}Image`, content, file: `${side}.jpg` });
	}
	// Two languages are two parts of the same name.
	for (const [name, value] of Object.entries(run.parameters.body)) {
		parts.push(...[value].flat().map((each) => ({ name, content: String(each) })));
	}
	const { json } = await run.client.send({ ...run.request, ...multipartBody(parts) });
	const isWhole = isObject(json) && Array.isArray(json.data) && json.data.every(isObject);
	if (isWhole) return await run.shaped([{ json: json as IDataObject }]);
	throw run.client.unusable('The service accepted the image, but did not return its card', 'write');
}

/** The cards that the service makes of a picture (spec: E7). */
export const cardsOfPicture: Shape = async function (items) {
	return items.flatMap(({ json: { data } }) => (data as IDataObject[]).map((json) => ({ json })));
};

/** Sends the pictures of an item to be digitized (spec: E7), each by itself; after one that fails none is sent. */
export async function uploadPictures(run: Run): Promise<INodeExecutionData[]> {
	const { sent } = run;
	const cards = cardsOf(run);
	for (const [index, pictures] of cards.entries()) {
		sent.results[index] = await sent.once(async () => {
			const items = await catchAs(sendCard(run, pictures), NodeApiError);
			if (!(items instanceof NodeApiError)) return items;
			if (cards.length > 1) items.message += ` (image ${quote(pictures[0]?.field ?? '')})`;
			throw items;
		}, index);
	}
	return sent.results.flat();
}
