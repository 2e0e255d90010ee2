import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { checkImageRegistration, isObject, readList } from '../../shared';
import { binaryFieldName } from './binary';
import { cardBody } from './cardBody';
import { multipartBody } from './multipart';
import type { FormPart } from './multipart';
import { inspectPicture, pictureOf, readPicture } from './picture';
import type { Picture } from './picture';
import { parameter, refuse, toRequest } from './run';
import type { OperationRun } from './run';

/** What is sent for an item, checked, with the pictures still where they are. */
interface Upload {
	readonly front: Picture;
	readonly back: Picture | undefined;
	readonly texts: readonly FormPart[];
}

/** The back of the card; a field that is left blank means that there is none. */
function backOf(run: OperationRun): Picture | undefined {
	const name = 'backImageBinaryPropertyName';
	const value = (parameter(run, 'additionalFields') as IDataObject)[name];
	const isBlank = value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
	return isBlank ? undefined : pictureOf(run, name, binaryFieldName(name, value));
}

/** Checks an item against every rule, and keeps nothing of its pictures. */
async function checked(run: OperationRun): Promise<Upload> {
	const name = 'binaryPropertyName';
	const front = pictureOf(run, name, binaryFieldName(name, parameter(run, name)));
	const back = backOf(run);
	const fields = cardBody(run.given.body, run.functions.getTimezone());
	const language = fields.language === undefined ? undefined : readList('language', fields.language);
	const frontImage = await inspectPicture(run, front);
	const backImage = back && (await inspectPicture(run, back));
	refuse(
		checkImageRegistration({ ...fields, frontImage, backImage, language }),
		'see the rules of the image registration.',
	);
	// Two languages are two parts of the same name.
	const texts = Object.entries({ ...fields, language: language ?? [] }).flatMap(([field, value]) =>
		(Array.isArray(value) ? (value as unknown[]) : [value]).map((each) => ({ name: field, content: String(each) })),
	);
	return { front, back, texts };
}

async function imagePart(run: OperationRun, picture: Picture, side: 'front' | 'back'): Promise<FormPart> {
	const content = await readPicture(run, picture);
	return { name: `${side}Image`, fileName: `${side}.jpg`, contentType: 'image/jpeg', content };
}

/** The form of an item, with its pictures: made when it is sent, so that no two of them are held at once. */
async function formOf(run: OperationRun, { front, back, texts }: Upload): Promise<ReturnType<typeof multipartBody>> {
	const images = [await imagePart(run, front, 'front'), ...(back ? [await imagePart(run, back, 'back')] : [])];
	return multipartBody([...images, ...texts]);
}

/**
 * Sends the picture of a card to be digitized (spec: E7). Digitization is billed, so everything is checked before, and
 * the request is never repeated unless the service refused it as one too many.
 */
export async function runUploadImage(run: OperationRun): Promise<INodeExecutionData[]> {
	const upload = await run.turn.check(async () => await checked(run));
	const { json } = await run.turn.send(async () => await run.client.send(toRequest(run, await formOf(run, upload))));
	const entries: unknown = isObject(json) ? json.data : undefined;
	if (!Array.isArray(entries) || !entries.every(isObject)) {
		throw run.client.unusable('The service took the image but did not say what it made of it', run.row.effect);
	}
	return entries.map((entry) => ({ json: entry as IDataObject }));
}
