import type { INodeExecutionData } from 'n8n-workflow';
import { ParameterError } from '../../../shared';
import type { Objection } from '../../../shared';
import { runCards } from './downloadImages';
import type { OperationRun } from '../run';

/**
 * Why filters that turned out blank cannot be left out: the search would give cards that nobody asked for, in the end
 * every card, and what follows would take the first of them for the one that was meant.
 */
function objectionTo(blanks: readonly string[], isOneLeft: boolean, mayBeIgnored: boolean): Pick<Objection, 'message' | 'rule'> | undefined {
	if (blanks.length === 0 || (mayBeIgnored && isOneLeft)) return undefined;
	if (mayBeIgnored) {
		return {
			message: 'Every filter is blank, so the search would return every card',
			rule: 'fill in at least one filter, or remove all of them.',
		};
	}
	return {
		message: `${blanks[0]} is blank, so the search would return cards that you did not ask for`,
		rule: "correct the expression of the filter, or remove the filter. The option 'Ignore Blank Filters' skips blank filters as long as one filter has a value.",
	};
}

/**
 * Cards by conditions (spec: E2).
 *
 * @throws ParameterError for a filter that is blank
 */
export async function runSearch(run: OperationRun): Promise<INodeExecutionData[]> {
	const { blanks, values } = run.given;
	const { filters = [] } = blanks;
	const { ignoreBlankFilters } = values.options as { ignoreBlankFilters?: boolean };
	const objection = objectionTo(filters, Object.keys(values.filters as object).length > 0, ignoreBlankFilters === true);
	if (objection) throw new ParameterError({ parameter: filters[0] ?? 'filters', ...objection });
	return await runCards(run);
}
