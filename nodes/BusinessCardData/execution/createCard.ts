import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { checkCardRegistration, isObject, normaliseTags } from '../../shared';
import { cardBody } from './cardBody';
import { refuse, toRequest } from './run';
import type { OperationRun } from './run';

/** What stands for a card that the caller may register but not see (spec: E6). */
const INVISIBLE = { success: true, viewable: false };

/** Registers a card from its fields (spec: E6). */
export async function runCreateCard(run: OperationRun): Promise<INodeExecutionData[]> {
	const body = cardBody(run.body, run.functions.getTimezone());
	refuse(checkCardRegistration(body), 'see the rules of the card registration.');
	const request = toRequest(run, { body: JSON.stringify(body), contentType: 'application/json' });
	const { json } = await run.client.send(request);
	const isCard = isObject(json) && Object.keys(json).length > 0;
	return [{ json: isCard ? normaliseTags(json as IDataObject, run.row.record) : { ...INVISIBLE } }];
}
