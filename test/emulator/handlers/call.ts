import { jsonAnswer, type Answer } from '../answers';
import type { EmulatorClock } from '../clock';
import type { Company } from '../company';
import type { ApiVersion, EndpointSpec } from '../endpoints';
import type { CardImages } from '../images';
import type { Organization } from '../organization/directory';
import type { Importer } from '../organization/importer';
import type { ImportJobs } from '../organization/jobs';
import type { PageSource, Pager } from '../pager';
import type { Query } from '../parameters';
import type { Projection } from '../projection';
import type { EmulatorUser } from '../records';
import type { CallRecord } from '../server';
import type { Switches } from '../switches';

/** How much the company may store and have digitized. */
export interface Capacity {
	/** Cards that may be stored. */
	cards: number;
	/** Cards that may be digitized. */
	digitizations: number;
	/** Cards that were. */
	digitized: number;
}

/** What the endpoints work on. */
export interface Service {
	readonly clock: EmulatorClock;
	readonly switches: Switches;
	readonly company: Company;
	readonly pager: Pager;
	readonly images: CardImages;
	readonly capacity: Capacity;
	readonly organization: Organization;
	readonly importer: Importer;
	readonly imports: ImportJobs;
}

/** One call that has passed authentication, availability and parameter checks. */
export interface ServiceCall {
	readonly service: Service;
	readonly call: CallRecord;
	readonly endpoint: EndpointSpec;
	readonly version: ApiVersion;
	readonly user: EmulatorUser;
	/** Decoded path parameter. */
	readonly id: string;
	readonly query: Query;
	readonly projection: Projection;
	/** Whether a fault makes an empty page of the answer. */
	readonly isEmpty: boolean;
}

/** The work of one endpoint. @throws ApiError for whatever the service refuses */
export type Handler = (call: ServiceCall) => Answer | Promise<Answer>;

/** Answers with one page of a list. */
export function listAnswer<T extends { readonly id: string }>(call: ServiceCall, build: (query: Query) => PageSource<T>): Answer {
	const { service, endpoint, version, user, id, query, isEmpty } = call;
	const scope = [endpoint.id, version, user.id, id].join(' ');
	return jsonAnswer(200, service.pager.page({ scope, query, isEmpty, revision: service.company.revision }, build));
}
