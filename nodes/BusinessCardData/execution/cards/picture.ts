import type { IBinaryData } from 'n8n-workflow';
import { ParameterError, JpegInspector, MAX_IMAGE_BYTES, catchAs } from '../../../shared';
import type { ImageFacts } from '../../../shared';
import { binaryChunks, binaryOf, binarySize } from '../binary';
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

/** Does something with the chunks of a picture, as long as it wants more. */
async function read(run: Run, { parameter, field, binary }: Picture, take: (chunk: Uint8Array) => boolean): Promise<void> {
	const reading = async () => {
		for await (const chunk of binaryChunks(run.functions, binary)) if (!take(chunk)) return;
	};
	const failure = await catchAs(reading(), Error);
	if (!failure) return;
	throw new ParameterError({
		parameter,
		message: `The file of the binary field "${field}" cannot be read`,
		rule: 'n8n may have deleted it: run the node that outputs the file again.',
	});
}

/** Looks at a picture without keeping it; one that is too large is not read to its end, and as a rule not at all. */
export async function inspectPicture(run: Run, picture: Picture): Promise<ImageFacts> {
	const size = await binarySize(run.functions, picture.binary);
	if (size !== undefined && size > MAX_IMAGE_BYTES) return { size };
	const inspector = new JpegInspector();
	await read(run, picture, (chunk) => {
		inspector.add(chunk);
		return inspector.size <= MAX_IMAGE_BYTES;
	});
	if (inspector.size > MAX_IMAGE_BYTES) return { size: inspector.size, isLonger: true };
	return { size: inspector.size, problem: inspector.problem() };
}

/** The bytes of a picture that has been looked at, piece by piece. */
export async function readPicture(run: Run, picture: Picture): Promise<Uint8Array[]> {
	const chunks: Uint8Array[] = [];
	await read(run, picture, (chunk) => chunks.push(chunk) > 0);
	return chunks;
}
