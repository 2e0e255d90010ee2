import './environment';
import { ExecuteSingleContext } from 'n8n-core';
import type { IDataObject, IExecutePaginationFunctions, IHttpRequestOptions, INodeExecutionData, INodePropertyOptions, INodeType } from 'n8n-workflow';
import { loadedNode } from './supplies';

type Executor = (this: IExecutePaginationFunctions, requestData: object) => Promise<INodeExecutionData[]>;

/** What an execution context of n8n-core has, beside what a node may see of it. */
type Parts = ConstructorParameters<typeof ExecuteSingleContext>;

/**
 * Our node under a routing engine that leaves one item out, as those of n8n 1.123 and 2.41 do with *Continue On Fail* when
 * an expression of the item fails: the others are handed to the executor under the numbers they have.
 *
 * @param bodyOf what routing has gathered for an item
 */
export function routedWithout(leftOut: number, bodyOf: (index: number) => IDataObject): INodeType {
	const type = loadedNode();
	const executor = type.description.requestOperations?.pagination as unknown as Executor;
	const lists = type.description.properties.filter(({ name }) => name === 'operation');
	const options = lists.flatMap((list) => (list.options ?? []) as INodePropertyOptions[]);
	const { request, send, output } = options.find(({ action }) => action === 'Create business card')?.routing ?? {};
	type.execute = async function (this) {
		const { workflow, node, additionalData, mode, runExecutionData, runIndex, connectionInputData, inputData, executeData } =
			this as unknown as Record<string, never>;
		const all = this.getInputData().map((_, index) => index);
		const outcomes = await Promise.all(
			all
				.filter((index) => index !== leftOut)
				.map(async (index) => {
					const parts = [workflow, node, additionalData, mode, runExecutionData, runIndex, connectionInputData, inputData];
					const context = new ExecuteSingleContext(...([...parts, index, executeData] as unknown as Parts));
					let made = { ...request, qs: {}, body: bodyOf(index), headers: {} } as unknown as IHttpRequestOptions;
					for (const check of send?.preSend ?? []) made = await check.call(context, made);
					const postReceive = [{ data: {}, actions: output?.postReceive ?? [] }];
					return await executor.call(context as unknown as IExecutePaginationFunctions, { options: made, postReceive });
				}),
		);
		return [outcomes.flat()];
	};
	return type;
}
