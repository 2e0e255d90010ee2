import type { INodeExecutionData } from 'n8n-workflow';
import { parseRecords } from '../../../shared';
import { binaryFieldName } from '../binary';
import { columnOrders, csvOptions, delimiterOf } from './csvOptions';
import { understood } from './present';
import { parameter, toRequest } from '../run';
import type { Run } from '../run';

/** Users or departments, as items or as the CSV itself (spec: E11, E12). */
export async function runOrganizationList(run: Run): Promise<INodeExecutionData[]> {
	const kind = run.request.path.endsWith('/users') ? 'user' : 'department';
	const options = csvOptions(run);
	const layout = { delimiter: delimiterOf(options), columnOrder: columnOrders(options, [kind])[kind] };
	const isFile = parameter(run, 'output') === 'file';
	const name = isFile ? binaryFieldName('binaryPropertyName', parameter(run, 'binaryPropertyName')) : '';
	const { body } = await run.client.send(toRequest(run));
	if (isFile) {
		const binary = await run.functions.helpers.prepareBinaryData(body, `${kind}s.csv`, 'text/csv');
		return [{ json: {}, binary: { [name]: binary } }];
	}
	const rows = await understood(run.client, parseRecords(kind, body, layout));
	return rows.map((row) => ({ json: { ...row } }));
}
