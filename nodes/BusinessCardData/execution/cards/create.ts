import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { checkCardRegistration, isObject, isRecord, normaliseCard } from '../../../shared';
import type { GivenParameters } from '../../../shared';
import { cardBody } from './body';
import { givenFields } from './columns';
import { parameter, refuse, toRequest } from '../run';
import type { OperationRun } from '../run';

/** What stands for a card that the caller may register but not see (spec: E6). */
const INVISIBLE = { success: true, viewable: false };

/** The fields of the card, in the notation of the service where the person wants it. */
function fieldsOf(run: OperationRun): GivenParameters {
	const fields = givenFields(run);
	const { normalize } = parameter(run, 'options') as { normalize?: boolean };
	return normalize === true ? normaliseCard(fields) : fields;
}

/**
 * Registers a card from its fields, given one by one or mapped from the input (spec: E6).
 *
 * @throws NodeApiError also for a success whose body is neither a card nor empty: nobody can tell what became of it
 */
export async function runCreateCard(run: OperationRun): Promise<INodeExecutionData[]> {
	const request = await run.turn.check(() => {
		const body = cardBody(fieldsOf(run), run.functions.getTimezone());
		refuse(checkCardRegistration(body), 'correct the named fields of the card.');
		return toRequest(run, { body: JSON.stringify(body), contentType: 'application/json' });
	});
	const { json, body: response } = await run.turn.send(async () => await run.client.send(request));
	if (isRecord(json)) return [{ json: json as IDataObject }];
	const isEmpty = isObject(json) ? Object.keys(json).length === 0 : response.toString('latin1').trim() === '';
	if (isEmpty) return [{ json: { ...INVISIBLE } }];
	throw run.client.unusable('The service accepted the card, but its response cannot be read', run.row.effect);
}
