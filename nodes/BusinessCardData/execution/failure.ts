import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { INodeExecutionData } from 'n8n-workflow';
import {
	API_VERSION,
	idText,
	labelsOf,
	LINE_BREAK,
	listedLines,
	ParameterError,
	passableThroughRouting,
	refusedBeforeCall,
	withoutStop,
} from '../../shared';
import type { ItemContext } from './itemContext';
import { linkToInput } from './inputItems';
import type { ItemWrites, NodeRunWrites } from './writes';

/* The end of an input item that fails: its error, or an error item. */

/** A record that a call has made: the index of the input item, and its ID, `null` where the service named none. */
interface CreatedRecord {
	readonly itemIndex: number;
	readonly id: unknown;
}

/** Makes the error that n8n shows: with node, item, and for what we refused, parameter and rule. */
function toNodeError(error: unknown, context: ItemContext): NodeApiError | NodeOperationError {
	const { operation, errorContext } = context;
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;

	if (error instanceof ParameterError) {
		const fields = operation?.fields ?? [];
		const labels = labelsOf([...fields, API_VERSION]);
		return refusedBeforeCall({ ...errorContext, labels }, error.violation);
	}

	const { node, itemIndex } = errorContext;
	return new NodeOperationError(node, error as Error, { itemIndex });
}

/** Lists the records that were made so far. A call whose response was empty has made one, too. */
function createdRecords(writesOfItems: readonly ItemWrites[]): CreatedRecord[] {
	const created: CreatedRecord[] = [];

	// An item that n8n has held back has no writes: `forEach` passes its place over.
	writesOfItems.forEach((writes, itemIndex) => {
		for (const items of writes.results) {
			const ids = items.map((item) => item.json.id ?? null);
			if (ids.length === 0) ids.push(null);
			for (const id of ids) created.push({ itemIndex, id });
		}
	});
	return created;
}

/**
 * Says which calls of several were made before one failed, and how many were not made (contract: Writes).
 *
 * @param itemCount the number of items that the calls belong to
 * @returns sentences; none where there was one call alone
 */
function progressOf(writesOfItems: readonly ItemWrites[], itemCount: number): string {
	const sent = writesOfItems.flatMap((writes) => writes.results).length;
	// An item that was not reached counts as one call.
	const planned = writesOfItems.reduce((sum, writes) => sum + writes.planned - 1, itemCount);
	if (planned === 1) return '';

	const noun = planned > itemCount ? 'images' : 'items';
	const sentences = [`Already sent: ${sent} of ${planned} ${noun}.`];

	const created = createdRecords(writesOfItems);
	const ids = created.flatMap((record) => idText(record.id) ?? []);
	if (ids.length > 0) {
		const list = listedLines(ids).join(', ');
		sentences.push(`Their IDs: ${list}.`);
	}

	sentences.push(`Not sent: ${planned - sent - 1}.`);
	if (sent > 0) {
		const consequence = 'Otherwise they are written twice.';
		sentences.push(`Before you run the node again, remove these ${noun} from the input. ${consequence}`);
	}
	return sentences.join(' ');
}

/**
 * Says what was sent and what was not when a write failed.
 *
 * @param own the item's own writes where the other items go on without it; without them, the failure ends the run
 */
function describeSent(thrown: unknown, writes: NodeRunWrites, own?: ItemWrites): string {
	const concerned = own ? [own] : writes.ofItems;
	const itemCount = own ? 1 : writes.itemCount;

	const hasBegun = concerned.some((each) => each.calls.length > 0);
	if (hasBegun) return progressOf(concerned, itemCount);
	if (!(thrown instanceof ParameterError)) return '';

	const othersGoOn = own !== undefined && writes.itemCount > 1;
	return othersGoOn ? 'This item was not sent.' : 'Nothing was sent.';
}

/** Makes one text of a headline and the lines below it: a table shows a line break as `\n`, so semicolons part the entries. */
function inOneText(headline: string, lines: readonly string[]): string {
	const isSentence = (line: string) => /[.\u3002]$/.test(line);
	let text = headline;
	let last = `${withoutStop(headline)}.`;

	for (const line of lines) {
		const continues = isSentence(last) && isSentence(line);
		text = continues ? `${withoutStop(text)}. ${line}` : `${text}; ${line}`;
		last = line;
	}
	return text;
}

/**
 * Ends an item that failed: throws its error or, with *Continue On Fail*, outputs an error item whose one text says all
 * that the error would have said. Items that a part of it gave before it failed are output, too: nobody else knows of them.
 *
 * @param writes the writes of the run, where the operation writes
 * @returns the error item, linked to its input as n8n's own is not
 * @throws NodeApiError unless *Continue On Fail* is set
 */
export function endFailedItem(context: ItemContext, thrown: unknown, writes?: NodeRunWrites): INodeExecutionData[] {
	const { functions, operation } = context;
	const continues = functions.continueOnFail();
	const itemIndex = functions.getItemIndex();
	const own = continues ? writes?.ofItems[itemIndex] : undefined;
	const error = toNodeError(thrown, context);

	// An error of an earlier try, which is thrown again, already lists what was sent.
	const listsSent = error.context.sent !== undefined;
	const lines = (error.description ?? '').split(LINE_BREAK);
	if (writes && !listsSent) lines.push(describeSent(thrown, writes, own));
	const shownLines = lines.filter((line) => line !== '');

	if (continues) {
		const results = own?.results.flat() ?? [];
		const text = inOneText(error.message, shownLines);
		// Without the error itself: n8n would put its message in place of the input's fields on the error output.
		const errorItem = { json: { error: text } };
		return linkToInput([...results, errorItem], functions, operation);
	}

	if (shownLines.length > 0) error.description = shownLines.join(LINE_BREAK);
	if (writes && !listsSent) error.context.sent = createdRecords(writes.ofItems);
	throw passableThroughRouting(error);
}
