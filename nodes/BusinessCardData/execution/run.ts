import type { IExecutePaginationFunctions, INodeExecutionData } from 'n8n-workflow';
import { API_VERSIONS, buildQuery, fillPath, firstEndpoint, ParameterError, isApiVersion, isOperationName, joined, operationRow, resolveVersion, shownValue, versionText } from '../../shared';
import type {
	ApiVersion,
	EndpointName,
	EndpointRow,
	Violation,
	Labels,
	OperationName,
	ServiceClient,
	ServiceRequest,
	VersionChoice,
} from '../../shared';
import type { Given } from './given';
import { FRAME_LABELS, LABELS, nameInPanel } from './labels';
import type { Manner, Turn } from './writeRun';

/** What every operation has at hand for one input item. */
export interface ProcedureRun {
	readonly functions: IExecutePaginationFunctions;
	readonly client: ServiceClient;
	readonly version: ApiVersion;
	/** What the person filled in, read by the description of the node. */
	readonly given: Given;
	readonly itemIndex: number;
	/** How the item takes part in what all of them write. */
	readonly turn: Turn;
}

/** One operation that calls one endpoint, with everything its handler needs. */
export interface OperationRun extends ProcedureRun {
	readonly name: EndpointName;
	readonly row: EndpointRow;
}

/** Carries out one operation; the items get their `pairedItem` from the caller. */
export type OperationHandler = (run: OperationRun) => Promise<INodeExecutionData[]>;

/** Carries out one operation that calls several endpoints. */
export type ProcedureHandler = (run: ProcedureRun) => Promise<INodeExecutionData[]>;

/** A parameter of the operation, evaluated for the item and read (see {@link Given}). */
export function parameter({ given }: Pick<ProcedureRun, 'given'>, name: string): unknown {
	return given.values[name];
}

const NEWEST_FIRST = [...API_VERSIONS].reverse();

function readChoice(value: unknown): VersionChoice {
	if (value === 'auto' || isApiVersion(value)) return value;
	throw new ParameterError({
		parameter: 'apiVersion',
		message: `apiVersion is ${shownValue(value)}, which is not a version of the service`,
		rule: `choose auto, ${NEWEST_FIRST.slice(0, -1).join(', ')} or ${NEWEST_FIRST[NEWEST_FIRST.length - 1]}.`,
	});
}

/**
 * The version as it was given. A number that is no outcome of an expression stays one, to be refused: n8n has dropped by it the
 * fields that depend on the version.
 */
function givenVersion(functions: IExecutePaginationFunctions): unknown {
	const value: unknown = functions.getNodeParameter('apiVersion');
	const isByExpression = typeof functions.getNode().parameters.apiVersion === 'string';
	return isByExpression ? versionText(value) : value;
}

/** What was chosen in the two lists of the node. */
interface Chosen {
	/** `<resource>.<operation>`; n8n drops the operation of a resource that the node does not have. */
	readonly name: string;
	/** What the panel calls the parameters of the operation. */
	readonly labels: Labels;
	/** How it goes about several items; one that does not exist is refused before it matters. */
	readonly manner: Manner;
}

/** Reads what was chosen. */
export function readChosen(functions: IExecutePaginationFunctions): Chosen {
	const parts = ['resource', 'operation'].map((each) => functions.getNodeParameter(each, ''));
	const name = joined(parts.map((part) => (typeof part === 'string' ? part : '')), '.');
	return { name, labels: LABELS.get(name) ?? FRAME_LABELS, manner: mannerOf(name) };
}

function mannerOf(name: string): Manner {
	if (!isOperationName(name)) return 'read';
	return operationRow(name).takesAllItems === true ? 'job' : firstEndpoint(name).effect;
}

/** The chosen operation and the version it goes to. */
export interface Target {
	readonly name: OperationName;
	readonly version: ApiVersion;
}

/**
 * Reads which operation of which version was asked for, and refuses what does not exist before anything is
 * sent (contract: apiVersion).
 *
 * @throws ParameterError for an unknown operation, an unknown version, or an operation the pinned version lacks
 */
export function readTarget(functions: IExecutePaginationFunctions, name: string): Target {
	if (!isOperationName(name)) {
		throw new ParameterError({
			parameter: 'operation',
			message: `The node has no operation ${shownValue(name)}`,
			rule: "choose 'Resource' and 'Operation' from the lists of the node.",
		});
	}
	const row = operationRow(name);
	const choice = readChoice(givenVersion(functions));
	const version = resolveVersion(row, choice);
	if (version) return { name, version };
	throw new ParameterError({
		parameter: 'apiVersion',
		message: `API version ${choice} has no operation ${nameInPanel(name)}`,
		rule: `it exists in API version ${row.versions.join(', ')}. Choose one of them, or Auto.`,
	});
}

/** The request of a run, checked and ready for the wire. */
export function toRequest(
	run: OperationRun,
	body: Pick<ServiceRequest, 'body' | 'contentType'> = {},
): ServiceRequest {
	const ids = Object.fromEntries(
		[...run.row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [name, parameter(run, name)]),
	);
	return {
		endpoint: run.name,
		version: run.version,
		path: fillPath(run.row.path, ids),
		query: buildQuery(run.row, run.version, run.given.query, run.functions.getTimezone()),
		...body,
	};
}

/** Which input item a violation of an organization job is about. */
export type ItemOf = (violation: Violation) => number | undefined;

function describeViolation(violation: Violation, itemIndex: number | undefined): string {
	const { file, row, message } = violation;
	if (row === undefined) return message;
	return `${file ?? 'CSV'} row ${row}${itemIndex === undefined ? '' : ` (item ${itemIndex})`}: ${message}`;
}

/**
 * Findings below each other; n8n's editor shows them in one line, where the semicolon is what keeps them apart.
 *
 * @param total how many there are, when not all are given
 */
export function listed(lines: readonly string[], total = lines.length): string {
	const more = total > lines.length ? [`and ${total - lines.length} more`] : [];
	return [...lines, ...more].join(';\n');
}

/**
 * Refuses what a check has found, before anything is sent.
 *
 * @param rule what to do about it
 * @param total how many violations there were, when not all are listed
 * @throws ParameterError that names the first field and lists all violations
 */
export function refuse(
	violations: readonly Violation[],
	rule: string,
	total = violations.length,
	itemOf: ItemOf = () => undefined,
): void {
	const [first] = violations;
	if (!first) return;
	const lines = violations.map((violation) => describeViolation(violation, itemOf(violation)));
	throw new ParameterError({
		parameter: first.field,
		message: listed(lines, total),
		rule,
		itemIndex: itemOf(first),
	});
}
