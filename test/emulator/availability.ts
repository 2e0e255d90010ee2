import type { ApiVersion, EndpointId, EndpointSpec } from './endpoints';
import type { Switches } from './switches';

interface Undocumented {
	readonly switch: 'tagsAndOrganizationIn32' | 'importFlowIn25';
	readonly version: ApiVersion;
	readonly endpoints: readonly EndpointId[];
}

/** What a version may have although the spec does not show it (spec: "Availability"). */
const UNDOCUMENTED: readonly Undocumented[] = [
	{
		switch: 'tagsAndOrganizationIn32',
		version: '3.2',
		endpoints: ['E10', 'E11', 'E12', 'E13', 'E14', 'E15', 'E16'],
	},
	{ switch: 'importFlowIn25', version: '2.5', endpoints: ['E14', 'E15', 'E16'] },
];

/** Whether a version has an endpoint, by the spec or by a switch. */
export function isServed(endpoint: EndpointSpec, version: ApiVersion, switches: Switches): boolean {
	return (
		endpoint.versions.includes(version) ||
		UNDOCUMENTED.some(
			(row) => row.version === version && row.endpoints.includes(endpoint.id) && switches[row.switch],
		)
	);
}
