import type { NodeHint } from 'n8n-workflow';

/** Whether a list runs once for each of several items although none of its parameters looks at the item. */
const REPEATS_ONE_LIST =
	'={{ ["getAll", "search"].includes($parameter["operation"]) && $input.all().length > 1 ' +
	'&& !/\\$(?:json|input|item|node|binary|\\()/.test(JSON.stringify($rawParameter)) }}';

/** Hints that n8n shows above the output of the node. */
export const HINTS: NodeHint[] = [
	{
		message:
			'This node runs once for each input item, and reads the same list each time. To read it once, turn on ' +
			'<b>Execute Once</b> in the settings of the node.',
		displayCondition: REPEATS_ONE_LIST,
		whenToDisplay: 'always',
		location: 'outputPane',
	},
];
