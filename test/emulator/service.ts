import type { CardImages } from './cardImages';
import type { CallRecord } from './callLog';
import type { EmulatorClock } from './clock';
import type { Company } from './company';
import type { ApiVersion, EndpointSpec } from './endpoints';
import type { Answer } from './answers';
import type { Pager, PageSource, PageRequest } from './pager';
import type { Query } from './parameters';
import type { Digitization } from './digitization';
import type { Organization } from './organization/directory';
import type { Importer } from './organization/importer';
import type { ImportJobs } from './organization/jobs';
import type { Projection } from './projection';
import type { EmulatorUser } from './records';
import type { Identified } from './sortedIndex';
import type { Switches } from './switches';
import { jsonAnswer } from './answers';

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
	readonly digitization: Digitization;
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
	readonly tweak?: PageRequest['tweak'];
}

/** The work of one endpoint. @throws ApiError for whatever the service refuses */
export type Handler = (call: ServiceCall) => Answer | Promise<Answer>;

/** Answers with one page of a list. */
export function listAnswer<T extends Identified>(
	call: ServiceCall,
	build: (query: Query) => PageSource<T>,
): Answer {
	const { service, endpoint, version, user, id, query, tweak } = call;
	const scope = [endpoint.id, version, user.id, id].join(' ');
	return jsonAnswer(
		200,
		service.pager.page({ scope, query, tweak, revision: service.company.revision }, build),
	);
}
