import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { checkImageRegistration, isObject, readList } from '../../shared';
import { binaryOf, readBinary } from './binary';
import { cardBody } from './cardBody';
import { parameter, refuse, toRequest } from './run';
import type { OperationRun } from './run';

async function image(run: OperationRun, parameterName: string, field: string): Promise<Buffer> {
	const binary = binaryOf(run.functions, run.functions.getInputData(), parameterName, field);
	return await readBinary(run.functions, binary);
}

function part(bytes: Buffer): Blob {
	return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}

/**
 * Sends the picture of a card to be digitized (spec: E7). Digitization is billed, so everything is checked before, and
 * the request is never repeated unless the service refused it as one too many.
 */
export async function runUploadImage(run: OperationRun): Promise<INodeExecutionData[]> {
	const { backImageBinaryPropertyName: backField } = parameter(run, 'additionalFields') as IDataObject;
	const frontImage = await image(run, 'binaryPropertyName', String(parameter(run, 'binaryPropertyName')).trim());
	const backName = typeof backField === 'string' ? backField.trim() : '';
	const backImage = backName === '' ? undefined : await image(run, 'backImageBinaryPropertyName', backName);
	const fields = cardBody(run.given.body, run.functions.getTimezone());
	const language = fields.language === undefined ? undefined : readList('language', fields.language);
	refuse(
		checkImageRegistration({ ...fields, frontImage, backImage, language }),
		'see the rules of the image registration.',
	);
	const form = new FormData();
	form.append('frontImage', part(frontImage), 'front.jpg');
	if (backImage) form.append('backImage', part(backImage), 'back.jpg');
	for (const [name, value] of Object.entries({ ...fields, language: language ?? [] })) {
		// Two languages are two parts of the same name.
		for (const each of Array.isArray(value) ? value : [value]) form.append(name, String(each));
	}
	const { json } = await run.client.send(toRequest(run, { body: form }));
	if (!isObject(json) || !Array.isArray(json.data)) {
		throw run.client.unusable('The service took the image but did not say what it made of it', run.row.effect);
	}
	return (json.data as unknown[]).filter(isObject).map((entry) => ({ json: entry as IDataObject }));
}
