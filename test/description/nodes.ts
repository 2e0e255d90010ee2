import type { INodeTypeDescription } from 'n8n-workflow';
import { BusinessCardData } from '../../nodes/BusinessCardData/BusinessCardData.node';
import { RESOURCES } from '../../nodes/BusinessCardData/resources';
import { BusinessCardDataTrigger } from '../../nodes/BusinessCardDataTrigger/BusinessCardDataTrigger.node';

export const NODE: INodeTypeDescription = new BusinessCardData().description;
export const TRIGGER: INodeTypeDescription = new BusinessCardDataTrigger().description;

const OPERATIONS = RESOURCES.flatMap((resource) =>
	resource.operations.map(({ value, effect }) => ({ operation: `${resource.value}.${value}`, effect })),
);

/** The operations that the node offers, as `<resource>.<operation>`. */
export const OFFERED: readonly string[] = OPERATIONS.map(({ operation }) => operation);

/** The operations that make one call, with what it does. */
export const SINGLE = OPERATIONS.filter(({ operation }) => operation !== 'organization.sync');
