import type { IBinaryData } from 'n8n-workflow';
import { catchAs, jpegProblem, MAX_IMAGE_BYTES, ParameterError, TOO_LARGE } from '../../../shared';
import { binaryBytes, binaryOf, binarySize } from '../binary';
import type { Run } from '../run';

/** One side of a card among the input, which is read only when it is needed. */
export interface Picture {
	/** The parameter that names its binary field. */
	readonly parameter: string;
	readonly field: string;
	readonly binary: IBinaryData;
}

/** The picture that a parameter names. */
export function pictureOf({ functions }: Run, parameter: string, field: string): Picture {
	return { parameter, field, binary: binaryOf(functions, functions.getInputData(), parameter, field) };
}

/** The bytes of a picture, and no more of them than show that it is too large. */
export async function readPicture(run: Run, { parameter, field, binary }: Picture): Promise<Buffer> {
	const bytes = await catchAs(binaryBytes(run.functions, binary, MAX_IMAGE_BYTES), Error);
	if (!(bytes instanceof Error)) return bytes;
	throw new ParameterError({
		parameter,
		message: `The file of the binary field "${field}" cannot be read`,
		rule: 'run the node that outputs the file again: n8n may have deleted the file.',
	});
}

/** Why a picture cannot be sent, without keeping it; one that is too large is as a rule not read at all. */
export async function pictureProblem(run: Run, picture: Picture): Promise<string | undefined> {
	const size = await binarySize(run.functions, picture.binary);
	return size !== undefined && size > MAX_IMAGE_BYTES ? TOO_LARGE : jpegProblem(await readPicture(run, picture));
}
