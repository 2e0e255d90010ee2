import type { ILoadOptionsFunctions, ResourceMapperField } from 'n8n-workflow';
import { BusinessCardData } from '../../../nodes/BusinessCardData/BusinessCardData.node';

/** The columns that the node offers for a mapping with these parameters, as n8n's editor asks for them. */
export async function offeredColumns(chosen: Readonly<Record<string, string>>): Promise<ResourceMapperField[]> {
	const { getColumns } = new BusinessCardData().methods.resourceMapping;
	const panel: Pick<ILoadOptionsFunctions, 'getCurrentNodeParameter'> = {
		getCurrentNodeParameter: (name) => chosen[name],
	};
	return (await getColumns.call(panel as ILoadOptionsFunctions)).fields;
}
