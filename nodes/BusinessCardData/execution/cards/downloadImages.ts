import { NodeApiError } from 'n8n-workflow';
import type { INodeExecutionData } from 'n8n-workflow';
import { endpoint, fillPath, idText, isErrorBody, joined } from '../../../shared';
import type { ServiceRequest } from '../../../shared';
import { aFewAtOnce } from '../aFewAtOnce';
import { imageFile } from './image';
import type { CardSide } from './image';
import { runList } from '../read';
import { parameter } from '../run';
import type { OperationRun } from '../run';

/** As many pictures are held at once: enough for the allowance of a key where a response takes the better part of a second. */
const AT_ONCE = 8;

/** A card has no picture of this side, or is gone since the list was read (spec: E4, 404). */
const NO_IMAGE = 404;

/** What is asked for, and where it belongs. */
interface Wanted extends CardSide {
	readonly item: INodeExecutionData;
}

function requestFor({ version }: OperationRun, { businessCardId, side }: CardSide): ServiceRequest {
	const { path } = endpoint('businessCard.getImage');
	return { endpoint: 'businessCard.getImage', version, path: fillPath(path, { businessCardId }), query: [['side', side]] };
}

/** An error about one of many pictures says which. */
function naming({ businessCardId, side }: CardSide): (error: unknown) => never {
	return (error) => {
		if (error instanceof NodeApiError) {
			const subject = `It is about the ${side} of the business card ${businessCardId}, which the node was downloading.`;
			error.description = joined([error.description ?? '', subject], '\n');
		}
		throw error;
	};
}

/** Puts a picture into its item, if there is one. */
async function download(run: OperationRun, wanted: Wanted, ended: AbortSignal): Promise<void> {
	const client = run.client.endedBy(ended);
	const response = await client.exchange(requestFor(run, wanted));
	if (response.status === NO_IMAGE && isErrorBody(response.json)) return;
	if (response.status !== 200) throw client.refusal(response);
	const file = await imageFile(run, response, wanted);
	wanted.item.binary = { ...wanted.item.binary, [wanted.side]: file };
}

/** Every picture of every card, in the order of the cards; made one by one, as they are asked for. */
function* wantedOf(run: OperationRun, items: readonly INodeExecutionData[], sides: readonly string[]): Generator<Wanted> {
	for (const item of items) {
		const id = idText(item.json.id);
		for (const side of sides) {
			if (id === undefined) throw run.client.unusable('The service sent a business card without an ID, so its images cannot be downloaded');
			yield { item, businessCardId: id, side };
		}
	}
}

/**
 * A list of cards, with the pictures of each where they are wanted (spec: E1, E2, E4). The pictures are asked for when the
 * list is read to its end: nothing changes in between that the list could miss.
 *
 * @throws NodeApiError for a picture that cannot be had, other than one that there is not
 */
export async function runCards(run: OperationRun): Promise<INodeExecutionData[]> {
	const items = await runList(run);
	const { downloadImages: sides = [] } = parameter(run, 'options') as { downloadImages?: string[] };
	const wanted = wantedOf(run, items, ['front', 'back'].filter((side) => sides.includes(side)));
	await aFewAtOnce(wanted, AT_ONCE, async (each, ended) => await download(run, each, ended).catch(naming(each)));
	return items;
}
