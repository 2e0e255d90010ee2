import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { DeclarativeRestApiSettings, IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { endpoint, ParameterError, isEndpointName, isUncertain, passableThroughRouting, refusedBeforeCall, ServiceClient, withoutStop } from '../../shared';
import type { Connection, EndpointName, ErrorContext, ProcedureName } from '../../shared';
import { projectionOf } from '../outputs/projection';
import { isTool } from './asTool';
import { runCreateCard } from './cards/create';
import { runCards } from './cards/downloadImages';
import { readGiven } from './given';
import { isLeftToFirstItem, pairedWithInput } from './inputItems';
import { refuseMoreThanFits } from './mostItems';
import { runCheck, runImport } from './organization/import';
import { runOrganizationList } from './organization/list';
import { runResult, runStatus } from './organization/status';
import { runImage, runList, runRecord } from './read';
import { runSync } from './organization/sync/runSync';
import { readChosen, readTarget } from './run';
import type { OperationHandler, ProcedureHandler } from './run';
import { runSearch } from './cards/search';
import { runUploadImage } from './cards/uploadImage';
import { NotSent, takeTurn } from './writeRun';
import type { Turn } from './writeRun';

/** What carries out each operation; most differ only in their row of the endpoint table. */
const HANDLERS: Readonly<Record<EndpointName, OperationHandler>> = {
	'businessCard.getAll': runCards,
	'businessCard.search': runSearch,
	'businessCard.get': runRecord,
	'businessCard.getImage': runImage,
	'businessCard.getTags': runList,
	'businessCard.create': runCreateCard,
	'businessCard.uploadImage': runUploadImage,
	'person.get': runRecord,
	'report.getAll': runList,
	'tag.getAll': runList,
	'user.getAll': runOrganizationList,
	'department.getAll': runOrganizationList,
	'organizationImport.create': runImport,
	'organizationImport.check': runCheck,
	'organizationImport.getStatus': runStatus,
	'organizationImport.getResult': runResult,
};

/** What carries out the operations that call several endpoints. */
const PROCEDURE_HANDLERS: Readonly<Record<ProcedureName, ProcedureHandler>> = {
	'organization.sync': runSync,
};

async function run(
	functions: IExecutePaginationFunctions,
	chosen: string,
	errorContext: ErrorContext,
	requestData: DeclarativeRestApiSettings.ResultOptions,
	turn: Turn,
): Promise<INodeExecutionData[]> {
	const { name, version } = readTarget(functions, chosen);
	const { itemIndex = 0 } = errorContext;
	const given = readGiven(functions, name);
	const { proxy, timeout, skipSslCertificateValidation } = requestData.options;
	const connection: Connection = {
		proxy,
		timeout,
		skipSslCertificateValidation: skipSslCertificateValidation === true,
	};
	const client = await ServiceClient.open(functions, { errorContext, connection });
	const procedure = { functions, client, version, given, itemIndex, turn };
	const items = isEndpointName(name)
		? await HANDLERS[name]({ ...procedure, name, row: endpoint(name) })
		: await PROCEDURE_HANDLERS[name](procedure);
	refuseMoreThanFits(items.length, errorContext);
	const projection = projectionOf(name, given.values, isTool(errorContext.node));
	return projection ? items.map((item) => ({ ...item, json: projection(item.json) })) : items;
}

/** The error as n8n shows it: with node, item, and for what we refused, parameter and rule. */
function toNodeError(error: unknown, errorContext: ErrorContext): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof ParameterError) return refusedBeforeCall(errorContext, error.objection);
	const reason = error instanceof Error ? error : new Error(String(error));
	return new NodeOperationError(errorContext.node, reason, { itemIndex: errorContext.itemIndex });
}

/** What an error item says of a write that may have been done: who feeds its items back must be able to tell. */
const IN_DOUBT = 'The request may have reached the service: look there before you send it again.';

/** The one text of an error item, which has no description. */
function itemMessage(error: NodeApiError | NodeOperationError): string {
	return isUncertain(error) ? `${withoutStop(error.message)}. ${IN_DOUBT}` : error.message;
}

/** Items that say which input item they came of, unless they say so already. */
function paired(items: readonly INodeExecutionData[], itemIndex: number): INodeExecutionData[] {
	return items.map((item) => ({ pairedItem: { item: itemIndex }, ...item }));
}

/**
 * The executor of every operation: it reads the fields by the node's description, checks them, makes the calls and gives
 * the items. It is registered as the node's one `requestOperations.pagination`, which n8n
 * runs once for each input item, all items side by side; the client's limiter puts their calls in order.
 *
 * With *Continue On Fail* a failed item becomes an error item that is paired with its input; the engine's own
 * would be paired with nothing. What a part of the item gave before it failed comes out, too: nobody else knows of it.
 */
export async function execute(
	this: IExecutePaginationFunctions,
	requestData: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
	const itemIndex = this.getItemIndex();
	// The first item makes the one request; nothing at all is done for the others, of which there may be very many.
	if (isLeftToFirstItem(this)) return [];
	const { name, labels, manner } = readChosen(this);
	const errorContext: ErrorContext = { node: this.getNode(), itemIndex, labels };
	const turn = takeTurn(this, manner);
	try {
		const items = await run(this, name, errorContext, requestData, turn);
		turn.done(items);
		return paired(items, itemIndex);
	} catch (thrown) {
		turn.failed(thrown);
		// The item that it was not sent for has an error of its own, which ends the run.
		if (thrown instanceof NotSent) return [];
		const error = toNodeError(thrown, { ...errorContext, isOneOfMany: turn.isOneOfMany, isSentInPart: turn.given.length > 0 });
		if (this.continueOnFail()) {
			const pairedItem = manner === 'job' ? pairedWithInput(this) : { item: itemIndex };
			// Without the error itself: n8n would put its message in place of the input's fields on the error output.
			return [...paired(turn.given, itemIndex), { json: { error: itemMessage(error) }, pairedItem }];
		}
		turn.tellSent(error);
		throw error instanceof NodeOperationError ? passableThroughRouting(error) : error;
	}
}
