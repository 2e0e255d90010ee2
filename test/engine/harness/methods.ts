import './environment';
import { CredentialTestContext, LoadOptionsContext } from 'n8n-core';
import { Workflow } from 'n8n-workflow';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INode,
	INodeCredentialTestResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { BusinessCardData } from '../../../nodes/BusinessCardData/BusinessCardData.node';
import { additionalData, credentialReference, loadedNode, NODE, NodeTypes, type CredentialData } from './supplies';

/** Loads a list of the node's panel in n8n-core's own context, with the panel's values as they are now. */
export async function loadOptions(
	method: keyof BusinessCardData['methods']['loadOptions'],
	credential: CredentialData,
	parameters: INodeParameters = {},
): Promise<INodePropertyOptions[]> {
	const node: INode = {
		id: 'panel',
		name: 'Panel',
		type: NODE,
		typeVersion: 1,
		position: [0, 0],
		parameters: { apiVersion: 'auto', ...parameters },
		credentials: credentialReference(),
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: new NodeTypes({ [NODE]: loadedNode() }),
	});
	const context = new LoadOptionsContext(workflow, node, additionalData(credential, node.parameters), '');
	return await new BusinessCardData().methods.loadOptions[method].call(context);
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
