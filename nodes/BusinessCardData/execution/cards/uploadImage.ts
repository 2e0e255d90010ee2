import { NodeApiError } from 'n8n-workflow';
import type { IBinaryData, IDataObject, INodeExecutionData } from 'n8n-workflow';
import { catchAs, fault, isObject, jpegProblem, MAX_IMAGE_BYTES, quote, readList, refuse } from '../../../shared';
import type { Objection } from '../../../shared';
import { binaryBytes, binaryFieldName, binaryOf } from '../binary';
import { parameter } from '../run';
import type { Run } from '../run';
import { multipartBody } from './multipart';
import type { FormPart } from './multipart';

const FRONT = 'binaryPropertyName';
const BACK = 'backImageBinaryPropertyName';

/** One side of a card among the input, which is read only when it is needed. */
interface Picture {
	/** The parameter that names its binary field. */
	readonly parameter: string;
	readonly field: string;
	readonly binary: IBinaryData;
}

function pictureOf({ functions }: Run, name: string, field: string): Picture {
	return { parameter: name, field, binary: binaryOf(functions, functions.getInputData(), name, field) };
}

/** The fronts of an item, one card each: a name that is there twice would be digitized twice. */
function frontsOf(run: Run): Picture[] {
	const names = readList(FRONT, binaryFieldName(FRONT, parameter(run, FRONT)));
	const twice = names.find((name, index) => names.indexOf(name) < index);
	if (twice !== undefined) {
		throw fault(FRONT, `${FRONT} names the binary field ${quote(twice)} twice`, 'name each field once.');
	}
	// Commas alone are no name.
	return (names.length > 0 ? names : [binaryFieldName(FRONT, '')]).map((name) => pictureOf(run, FRONT, name));
}

/** The back of the one front; a field that is left blank means that there is none. */
function backOf(run: Run, fronts: readonly Picture[]): Picture | undefined {
	const { [BACK]: name } = parameter(run, 'additionalFields') as IDataObject;
	if (name === undefined) return undefined;
	const back = pictureOf(run, BACK, binaryFieldName(BACK, name));
	if (fronts.length === 1) return back;
	const names = fronts.map(({ field }) => field).join(', ');
	const message = `${BACK} names a back image, but ${FRONT} names ${fronts.length} images (${quote(names)})`;
	const rule = 'each of several images is a card of its own, without a back. Name one front image, or no back image.';
	throw fault(BACK, message, rule);
}

/** The bytes of a picture, and no more of them than show that it is too large. */
async function bytesOf({ functions }: Run, { parameter: name, field, binary }: Picture): Promise<Buffer> {
	const bytes = await catchAs(binaryBytes(functions, binary, MAX_IMAGE_BYTES), Error);
	if (!(bytes instanceof Error)) return bytes;
	const rule = 'run the node that outputs the file again: n8n may have deleted the file.';
	throw fault(name, `The file of the binary field "${field}" cannot be read`, rule);
}

/** Reads each picture, keeps none, and refuses those that are none, each by its file among several. */
async function checkPictures(run: Run, fronts: readonly Picture[], back?: Picture): Promise<void> {
	const objections: Objection[] = [];
	for (const picture of back ? [...fronts, back] : fronts) {
		const problem = jpegProblem(await bytesOf(run, picture));
		const side = picture === back ? 'The back image' : 'The front image';
		const subject = fronts.length > 1 ? `The image in ${quote(picture.field)}` : side;
		if (problem !== undefined) objections.push({ parameter: picture.parameter, message: `${subject} ${problem}` });
	}
	refuse(objections);
}

async function imagePart(run: Run, picture: Picture, side: 'front' | 'back'): Promise<FormPart> {
	const content = await bytesOf(run, picture);
	return { name: `${side}Image`, fileName: `${side}.jpg`, contentType: 'image/jpeg', content };
}

/** Sends one picture in a form of its own, made now so that no two are held at once, and gives the service's cards. */
async function sendPicture(run: Run, index: number, front: Picture, back?: Picture): Promise<INodeExecutionData[]> {
	const response = await run.sent.once(async () => {
		const images = [await imagePart(run, front, 'front'), ...(back ? [await imagePart(run, back, 'back')] : [])];
		// Two languages are two parts of the same name.
		const texts = Object.entries(run.body).flatMap(([name, value]) =>
			[value].flat().map((each) => ({ name, content: String(each) })),
		);
		return await run.client.send({ ...run.request, ...multipartBody([...images, ...texts]) });
	}, index);
	const entries: unknown = isObject(response.json) ? response.json.data : undefined;
	if (Array.isArray(entries) && entries.every(isObject)) return entries.map((entry) => ({ json: entry as IDataObject }));
	throw run.client.unusable('The service accepted the image, but did not return its card', 'write');
}

/**
 * Checks the pictures of an item, and gives what sends them to be digitized (spec: E7), each by itself. Digitization is
 * billed, so everything is checked before the first, and after one that fails no further picture is sent.
 */
export async function prepareUpload(run: Run): Promise<() => Promise<INodeExecutionData[]>> {
	const fronts = frontsOf(run);
	const back = backOf(run, fronts);
	await checkPictures(run, fronts, back);
	run.sent.planned = fronts.length;
	return async () => {
		for (const [index, front] of fronts.entries()) {
			const cards = await catchAs(sendPicture(run, index, front, back), NodeApiError);
			if (cards instanceof NodeApiError) {
				const which = ` (image ${quote(front.field)})`;
				// A later try may throw the same error again.
				if (fronts.length > 1 && !cards.message.endsWith(which)) cards.message += which;
				throw cards;
			}
			run.sent.gave(cards, index);
		}
		return run.sent.items;
	};
}
