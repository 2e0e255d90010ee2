import { NodeApiError } from 'n8n-workflow';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { checkCardFields, checkLanguages, isObject, ParameterError, quote, readList, refuse } from '../../../shared';
import type { Violation } from '../../../shared';
import { binaryFieldName, binaryFieldNames } from '../binary';
import { cardBody } from './body';
import { multipartBody } from './multipart';
import type { FormPart } from './multipart';
import { pictureOf, pictureProblem, readPicture } from './picture';
import type { Picture } from './picture';
import { parameter } from '../run';
import type { Run } from '../run';

const FRONT = 'binaryPropertyName';
const BACK = 'backImageBinaryPropertyName';

/** What is sent for an item, checked, with the pictures still where they are. */
interface Upload {
	/** One card each. */
	readonly fronts: readonly Picture[];
	/** Of the one front. */
	readonly back: Picture | undefined;
	readonly texts: readonly FormPart[];
}

/** The back of the card; a field that is left blank means that there is none. */
function backOf(run: Run): Picture | undefined {
	const value = (parameter(run, 'additionalFields') as IDataObject)[BACK];
	return value === undefined ? undefined : pictureOf(run, BACK, binaryFieldName(BACK, value));
}

/** Nobody can tell which of several fronts a back belongs to. */
function refuseBackOfSeveral(fronts: readonly Picture[], back: Picture | undefined): void {
	if (!back || fronts.length === 1) return;
	const names = fronts.map(({ field }) => field).join(', ');
	throw new ParameterError({
		parameter: BACK,
		message: `${BACK} names a back image, but ${FRONT} names ${fronts.length} images (${quote(names)})`,
		rule: 'each of several images is a card of its own, without a back. Name one front image, or no back image.',
	});
}

/**
 * What is wrong with the pictures of an item, each told of the parameter that names it, and of its file among several.
 */
async function pictureViolations(run: Run, fronts: readonly Picture[], back?: Picture): Promise<Violation[]> {
	const violations: Violation[] = [];
	for (const picture of back ? [...fronts, back] : fronts) {
		const problem = await pictureProblem(run, picture);
		const side = picture === back ? 'The back image' : 'The front image';
		const subject = fronts.length > 1 ? `The image in ${quote(picture.field)}` : side;
		if (problem !== undefined) violations.push({ field: picture.parameter, message: `${subject} ${problem}` });
	}
	return violations;
}

/** Checks an item against every rule (spec: Image registration request), and keeps nothing of its pictures. */
async function checked(run: Run): Promise<Upload> {
	const fronts = binaryFieldNames(FRONT, parameter(run, FRONT)).map((name) => pictureOf(run, FRONT, name));
	const back = backOf(run);
	refuseBackOfSeveral(fronts, back);
	const fields = cardBody(run.body, run.functions.getTimezone());
	const languages = fields.language === undefined ? [] : readList('language', fields.language);
	const pictures = await pictureViolations(run, fronts, back);
	const violations = [...pictures, ...checkCardFields(fields), ...checkLanguages(languages)];
	refuse(violations);
	// Two languages are two parts of the same name.
	const texts = Object.entries({ ...fields, language: languages }).flatMap(([field, value]) =>
		(Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => ({ name: field, content: String(each) })),
	);
	run.sent.planned = fronts.length;
	return { fronts, back, texts };
}

async function imagePart(run: Run, picture: Picture, side: 'front' | 'back'): Promise<FormPart> {
	const content = await readPicture(run, picture);
	return { name: `${side}Image`, fileName: `${side}.jpg`, contentType: 'image/jpeg', content };
}

/** The form of a card, with its pictures: made when it is sent, so that no two of them are held at once. */
async function formOf(run: Run, front: Picture, { back, texts }: Upload): Promise<ReturnType<typeof multipartBody>> {
	const images = [await imagePart(run, front, 'front'), ...(back ? [await imagePart(run, back, 'back')] : [])];
	return multipartBody([...images, ...texts]);
}

/** Says which of several pictures an error is about; once, because a later try may throw the same error again. */
function naming({ field }: Picture, { fronts }: Upload): (error: unknown) => never {
	return (error) => {
		if (error instanceof NodeApiError && fronts.length > 1) error.message = `${error.message} (image ${quote(field)})`;
		throw error;
	};
}

/** Sends one picture, and gives the cards that the service made of it. */
async function sendPicture(run: Run, upload: Upload, front: Picture, index: number): Promise<INodeExecutionData[]> {
	const name = naming(front, upload);
	const call = async () => await run.client.send({ ...run.request, ...(await formOf(run, front, upload)) }).catch(name);
	const { json } = await run.sent.once(call, index);
	const entries: unknown = isObject(json) ? json.data : undefined;
	if (!Array.isArray(entries) || !entries.every(isObject)) {
		return name(run.client.unusable('The service accepted the image, but did not return its card', run.operation.effect));
	}
	return entries.map((entry) => ({ json: entry as IDataObject }));
}

/**
 * Checks the pictures of an item, and gives what sends them to be digitized (spec: E7), each by itself. Digitization is
 * billed, so everything is checked before the first, and a request is never repeated unless the service refused it as
 * one too many. After one that fails no further picture of the item is sent.
 */
export async function prepareUpload(run: Run): Promise<() => Promise<INodeExecutionData[]>> {
	const upload = await checked(run);
	return async () => {
		const items: INodeExecutionData[] = [];
		for (const [index, front] of upload.fronts.entries()) {
			const cards = await sendPicture(run, upload, front, index);
			run.sent.gave(cards, index);
			items.push(...cards);
		}
		return items;
	};
}
