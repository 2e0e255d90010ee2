import './environment';
import { CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	ILoadOptionsFunctions,
	INodeCredentialTestResult,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
	ResourceMapperField,
} from 'n8n-workflow';
import { BusinessCardData } from '../../../nodes/BusinessCardData/BusinessCardData.node';
import { additionalData, loadedNode, NODE, nodeOf, workflowOf, type CredentialData } from './supplies';

/** n8n-core's own context of a list in the node's panel, with the panel's values as they are now. */
function panelContext(credential: CredentialData, parameters: INodeParameters): LoadOptionsContext {
	const node = nodeOf('Panel', NODE, { apiVersion: 'auto', ...parameters });
	const workflow = workflowOf([node], { [NODE]: loadedNode() });
	return new LoadOptionsContext(workflow, node, additionalData(credential, node.parameters), '');
}

/** Loads a list of the node's panel. */
export async function loadOptions(
	method: keyof BusinessCardData['methods']['loadOptions'],
	credential: CredentialData,
	parameters: INodeParameters = {},
): Promise<INodePropertyOptions[]> {
	return await new BusinessCardData().methods.loadOptions[method].call(panelContext(credential, parameters));
}

/** Searches the list of a resource locator for what a person has typed. */
export async function searchList(
	method: keyof BusinessCardData['methods']['listSearch'],
	credential: CredentialData,
	filter?: string,
	parameters: INodeParameters = {},
	paginationToken?: unknown,
): Promise<INodeListSearchResult> {
	const search = new BusinessCardData().methods.listSearch[method] as NonNullable<
		NonNullable<INodeType['methods']>['listSearch']
	>[string];
	return await search.call(panelContext(credential, parameters), filter, paginationToken as string | undefined);
}

/** The columns that the node offers for a mapping with these parameters, as n8n's editor asks for them. */
export async function offeredColumns(chosen: Readonly<Record<string, string>>): Promise<ResourceMapperField[]> {
	const { getColumns } = new BusinessCardData().methods.resourceMapping;
	const panel: Pick<ILoadOptionsFunctions, 'getCurrentNodeParameter'> = {
		getCurrentNodeParameter: (name) => chosen[name],
	};
	return (await getColumns.call(panel as ILoadOptionsFunctions)).fields;
}

/** What the "Test" button of the credential shows, through the node that is named in `testedBy`. */
export async function testCredential(
	type: INodeType,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const [use] = type.description.credentials ?? [];
	const test = type.methods?.credentialTest?.[String(use?.testedBy)];
	if (!test) throw new Error('the node does not test its credential');
	const context: ICredentialTestFunctions = new CredentialTestContext();
	return await test.call(context, { id: '1', name: 'account', type: 'businessCardDataApi', data });
}
