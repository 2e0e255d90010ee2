import type { IBinaryData } from 'n8n-workflow';
import { startsAsText } from '../../../shared';
import type { ServiceResponse } from '../../../shared';
import type { ProcedureRun } from '../run';

/** Every JPEG file starts with these bytes. */
const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** What the service says of its pictures: its word counts where their beginning is unusual. */
const JPEG_TYPE = 'image/jpeg';

/** An id with these would name another folder, or lose what follows. */
const PATH_CHARACTERS = /[\\/?]/g;

/** A side of a card. */
export interface CardSide {
	readonly businessCardId: string;
	readonly side: string;
}

/**
 * The picture in a response, handed over to n8n as a file (spec: E4).
 *
 * @throws NodeApiError for a response that is no picture
 */
export async function imageFile(
	{ client, functions }: Pick<ProcedureRun, 'client' | 'functions'>,
	{ body, contentType }: ServiceResponse,
	{ businessCardId, side }: CardSide,
): Promise<IBinaryData> {
	const isJpeg = body.subarray(0, JPEG_START.length).equals(JPEG_START);
	if (!isJpeg && (!contentType.startsWith(JPEG_TYPE) || body.length === 0 || startsAsText(body))) {
		throw client.unusable('The service sent a response that is not a JPEG image');
	}
	const fileName = `${businessCardId.replace(PATH_CHARACTERS, '_')}-${side}.jpg`;
	return await functions.helpers.prepareBinaryData(body, fileName, 'image/jpeg');
}
