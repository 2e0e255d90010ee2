import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { catchAs, fault, isObject, jpegProblem, MAX_IMAGE_BYTES, quote, readList, refuse } from '../../../shared';
import type { Objection } from '../../../shared';
import { binaryFieldName, bytesOf, fileOf } from '../binary';
import type { InputFile } from '../binary';
import type { Run } from '../run';
import { multipartBody } from './multipart';
import type { FormPart } from './multipart';

const FRONT = 'binaryPropertyName';
const BACK = 'backImageBinaryPropertyName';

/** The fronts of an item, one card each: a name that is there twice would be digitized twice. */
function frontsOf(run: Run): InputFile[] {
	const names = readList(FRONT, binaryFieldName(FRONT, run.given.values[FRONT]));
	const twice = names.find((name, index) => names.indexOf(name) < index);
	if (twice !== undefined) {
		throw fault(FRONT, `${FRONT} names the binary field ${quote(twice)} twice`, 'name each field once.');
	}
	// Commas alone are no name.
	return (names.length > 0 ? names : [binaryFieldName(FRONT, '')]).map((name) => fileOf(run.functions, FRONT, name));
}

/** The back of the one front; a field that is left blank means that there is none. */
function backOf(run: Run, fronts: readonly InputFile[]): InputFile | undefined {
	const { [BACK]: name } = run.given.values.additionalFields as IDataObject;
	if (name === undefined) return undefined;
	const back = fileOf(run.functions, BACK, binaryFieldName(BACK, name));
	if (fronts.length === 1) return back;
	const message = `${BACK} names a back image, but ${FRONT} names ${fronts.length} images`;
	const rule = 'each of several images is a card of its own, without a back. Name one front image, or no back image.';
	throw fault(BACK, message, rule);
}

/** Reads each picture, keeps none, and refuses those that are none. */
async function checkPictures({ functions }: Run, pictures: readonly InputFile[]): Promise<void> {
	const objections: Objection[] = [];
	for (const picture of pictures) {
		const problem = jpegProblem(await bytesOf(functions, picture, MAX_IMAGE_BYTES));
		const message = `The image in ${quote(picture.field)} ${problem}`;
		if (problem !== undefined) objections.push({ parameter: picture.parameter, message });
	}
	refuse(objections);
}

/** Sends one picture in a form of its own, made now so that no two are held at once, and gives the service's cards. */
async function sendPicture(run: Run, front: InputFile, back?: InputFile): Promise<INodeExecutionData[]> {
	const parts: FormPart[] = [];
	for (const [side, picture] of Object.entries({ front, back })) {
		if (!picture) continue;
		const content = await bytesOf(run.functions, picture, MAX_IMAGE_BYTES);
		parts.push({ name: `${side}Image`, fileName: `${side}.jpg`, content });
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

/**
 * Checks the pictures of an item, and gives what sends them to be digitized (spec: E7), each by itself. Digitization is
 * billed, so everything is checked before the first, and after one that fails no further picture is sent.
 */
export async function prepareUpload(run: Run): Promise<() => Promise<INodeExecutionData[]>> {
	const { sent } = run;
	const fronts = frontsOf(run);
	const back = backOf(run, fronts);
	await checkPictures(run, back ? [...fronts, back] : fronts);
	sent.planned = fronts.length;
	return async () => {
		for (const [index, front] of fronts.entries()) {
			sent.given[index] = await sent.once(async () => {
				const cards = await catchAs(sendPicture(run, front, back), NodeApiError);
				if (!(cards instanceof NodeApiError)) return cards;
				if (fronts.length > 1) cards.message += ` (image ${quote(front.field)})`;
				throw cards;
			}, index);
		}
		return sent.given.flat();
	};
}
