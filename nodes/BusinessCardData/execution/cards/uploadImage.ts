import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { catchAs, fault, isObject, jpegProblem, MAX_IMAGE_BYTES, quote, readList, refuse } from '../../../shared';
import type { Objection } from '../../../shared';
import { binaryFieldName, bytesOf, fileOf } from '../binary';
import type { InputFile } from '../binary';
import { multipartBody } from '../multipart';
import type { FormPart } from '../multipart';
import type { Check, Run } from '../run';

const FRONT = 'binaryPropertyName';
const BACK = 'backImageBinaryPropertyName';

/**
 * The pictures that an item names: fronts, one card each, and the back of one alone. A name that is there twice would
 * be digitized twice; a back that is left blank means that there is none.
 */
function picturesOf({ functions, given }: Pick<Run, 'functions' | 'given'>): { fronts: InputFile[]; back?: InputFile } {
	const names = readList(FRONT, binaryFieldName(FRONT, given.values[FRONT]));
	const twice = names.find((name, index) => names.indexOf(name) < index);
	if (twice !== undefined) {
		throw fault(FRONT, `${FRONT} names the binary field ${quote(twice)} twice`, 'name each field once.');
	}
	// Commas alone are no name.
	if (names.length === 0) binaryFieldName(FRONT, '');
	const fronts = names.map((name) => fileOf(functions, FRONT, name));
	const { [BACK]: name } = given.values.additionalFields as IDataObject;
	if (name === undefined) return { fronts };
	const back = fileOf(functions, BACK, binaryFieldName(BACK, name));
	if (fronts.length === 1) return { fronts, back };
	const message = `${BACK} names a back image, but ${FRONT} names ${fronts.length} images`;
	const rule = 'each of several images is a card of its own, without a back. Name one front image, or no back image.';
	throw fault(BACK, message, rule);
}

/** Reads each picture, keeps none, and refuses those that are none: digitization is billed. */
export const picturesChecked: Check = async ({ functions, given, sent }) => {
	const { fronts, back } = picturesOf({ functions, given });
	const objections: Objection[] = [];
	for (const picture of back ? [...fronts, back] : fronts) {
		const problem = jpegProblem(await bytesOf(functions, picture, MAX_IMAGE_BYTES));
		const message = `The image in ${quote(picture.field)} ${problem}`;
		if (problem !== undefined) objections.push({ parameter: picture.parameter, message });
	}
	refuse(objections);
	sent.planned = fronts.length;
};

/** Sends one picture in a form of its own, made now so that no two are held at once, and gives the service's cards. */
async function sendPicture(run: Run, front: InputFile, back?: InputFile): Promise<INodeExecutionData[]> {
	const parts: FormPart[] = [];
	for (const [side, picture] of Object.entries({ front, back })) {
		if (!picture) continue;
		const content = await bytesOf(run.functions, picture, MAX_IMAGE_BYTES);
		parts.push({ name: `${side}Image`, content, file: { name: `${side}.jpg`, type: 'image/jpeg' } });
	}
	// Two languages are two parts of the same name.
	for (const [name, value] of Object.entries(run.given.body)) {
		parts.push(...[value].flat().map((each) => ({ name, content: String(each) })));
	}
	const { json } = await run.client.send({ ...run.request, ...multipartBody(parts) });
	const entries: unknown = isObject(json) ? json.data : undefined;
	if (Array.isArray(entries) && entries.every(isObject)) return entries.map((entry) => ({ json: entry as IDataObject }));
	throw run.client.unusable('The service accepted the image, but did not return its card', 'write');
}

/** Sends the pictures of an item to be digitized (spec: E7), each by itself; after one that fails none is sent. */
export async function uploadPictures(run: Run): Promise<INodeExecutionData[]> {
	const { sent } = run;
	const { fronts, back } = picturesOf(run);
	for (const [index, front] of fronts.entries()) {
		sent.given[index] = await sent.once(async () => {
			const cards = await catchAs(sendPicture(run, front, back), NodeApiError);
			if (!(cards instanceof NodeApiError)) return cards;
			if (fronts.length > 1) cards.message += ` (image ${quote(front.field)})`;
			throw cards;
		}, index);
	}
	return sent.given.flat();
}
