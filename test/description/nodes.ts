import type { INodeProperties, INodePropertyOptions, INodeTypeDescription } from 'n8n-workflow';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node';
import { RESOURCES } from '../../nodes/BusinessCardData/resources';
import { BusinessCardDataTrigger } from '../../nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node';

export const NODE: INodeTypeDescription = new BusinessCardData().description;
export const TRIGGER: INodeTypeDescription = new BusinessCardDataTrigger().description;

/** The operations that the node offers, as `<resource>.<operation>`. */
export const OFFERED: readonly string[] = RESOURCES.flatMap((resource) =>
	resource.operations.map((operation) => `${resource.value}.${operation.value}`),
);

/** The operations that make one call, with what it does. */
export const SINGLE: ReadonlyArray<{ readonly operation: string; readonly effect: 'read' | 'write' }> =
	RESOURCES.flatMap((resource) =>
		resource.operations
			.filter(({ value }) => value !== 'sync')
			.map(({ value, effect }) => ({ operation: `${resource.value}.${value}`, effect })),
	);

/** The choices of a list. */
export function entriesOf(field: INodeProperties): INodePropertyOptions[] {
	return (field.options ?? []).filter(
		(option): option is INodePropertyOptions => 'value' in option && !('type' in option),
	);
}
