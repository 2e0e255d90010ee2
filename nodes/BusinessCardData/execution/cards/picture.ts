import type { IBinaryData } from 'n8n-workflow';
import { ParameterError, jpegProblem, MAX_IMAGE_BYTES, catchAs } from '../../../shared';
import type { ImageFacts } from '../../../shared';
import { binaryBytes, binaryOf, binarySize } from '../binary';
import type { OperationRun } from '../run';

/** One side of a card among the input, which is read only when it is needed. */
export interface Picture {
	/** The parameter that names its binary field. */
	readonly parameter: string;
	readonly field: string;
	readonly binary: IBinaryData;
}

/** The picture that a parameter names. */
export function pictureOf({ functions }: OperationRun, parameter: string, field: string): Picture {
	return { parameter, field, binary: binaryOf(functions, functions.getInputData(), parameter, field) };
}

/** The bytes of a picture, and no more of them than show that it is too large. */
export async function readPicture(run: OperationRun, { parameter, field, binary }: Picture): Promise<Buffer> {
	const bytes = await catchAs(binaryBytes(run.functions, binary, MAX_IMAGE_BYTES), Error);
	if (!(bytes instanceof Error)) return bytes;
	throw new ParameterError({
		parameter,
		message: `The file of the binary field "${field}" cannot be read`,
		rule: 'n8n may have deleted it: run the node that outputs the file again.',
	});
}

/** Looks at a picture without keeping it; one that is too large is not read to its end, and as a rule not at all. */
export async function inspectPicture(run: OperationRun, picture: Picture): Promise<ImageFacts> {
	const size = await binarySize(run.functions, picture.binary);
	if (size !== undefined && size > MAX_IMAGE_BYTES) return { size };
	const bytes = await readPicture(run, picture);
	if (bytes.length > MAX_IMAGE_BYTES) return { size: bytes.length, isLonger: true };
	return { size: bytes.length, problem: jpegProblem(bytes) };
}
