import { OutOfTime, PageRefused } from '../../nodes/shared';
import type { RecordSource, SourcePage, SourceRequest } from '../../nodes/BusinessCardDataTrigger/source';
import type { Selection } from '../../nodes/BusinessCardDataTrigger/state';
import { perform } from './deeds';
import { PageTooSlow, PollFailed, VersionRetired } from './failures';
import type { PollStep } from './history';
import type { ServiceModel } from './model';
import type { VirtualClock } from './virtualClock';

/** Status of a call that fails once. */
const ONCE_FAILING = 500;

/** What a poll meets. */
export interface PollCircumstances {
	readonly step: Pick<PollStep, 'fault' | 'meanwhile'>;
	/** Milliseconds that each call takes. */
	readonly latency: number;
	/** Moment on the clock after which nothing arrives any more. */
	readonly deadline: number;
	readonly isAboutCards: boolean;
	/** Whether the first call is answered with an empty list, whatever there is. */
	readonly isEmptyFirst: boolean;
}

/** The service as one poll meets it: calls take time, fail, and are overtaken by changes. */
export class PollSource implements RecordSource {
	ranOutOfTime = false;

	refusedVersion = false;

	/** Calls that were answered with a page. */
	answered = 0;

	/** Calls that failed, apart from refused tokens and limits. */
	failed = 0;

	/** Whether it gave an empty list although there is more. */
	hasMisled = false;

	/** How often a limit was refused. */
	limitRefusals = 0;

	private calls = 0;

	constructor(
		private readonly model: ServiceModel,
		private readonly clock: VirtualClock,
		private readonly circumstances: PollCircumstances,
	) {}

	async page(selection: Selection, term: SourceRequest): Promise<SourcePage> {
		try {
			const page = await this.call(selection, term);
			this.answered += 1;
			return page;
		} catch (error) {
			this.refusedVersion ||= error instanceof VersionRetired;
			if (error instanceof PageRefused && error.reason === 'limit') this.limitRefusals += 1;
			if (error instanceof PollFailed || error instanceof OutOfTime) this.failed += 1;
			throw error;
		}
	}

	private async call(selection: Selection, term: SourceRequest): Promise<SourcePage> {
		const call = this.calls++;
		const { step, latency, deadline, isAboutCards, isEmptyFirst } = this.circumstances;
		const { fault, meanwhile } = step;
		for (const { call: when, deeds } of meanwhile) {
			if (when !== call) continue;
			for (const deed of deeds) perform(deed, this.model, this.clock, isAboutCards);
		}
		const kind = fault?.call === call ? fault.kind : undefined;
		const arrival = kind === 'no answer in time' ? deadline : this.clock.now() + latency;
		this.model.moveTo(Math.min(arrival, Math.max(deadline, this.clock.now())));
		if (arrival >= deadline) throw this.outOfTime();
		if (kind === 'error') throw new PollFailed(ONCE_FAILING);
		if (kind === 'token refused' && term.token !== undefined) throw new PageRefused('token');
		const page = await this.model.page(selection, term).catch((error: unknown) => {
			throw error instanceof PageTooSlow ? this.outOfTime() : error;
		});
		if (kind === 'lost answer') throw new PollFailed();
		if (!isEmptyFirst || call > 0) return page;
		this.hasMisled = true;
		return { records: [], nextToken: undefined };
	}

	/** Nothing arrives before the poll is over. */
	private outOfTime(): OutOfTime {
		this.model.moveTo(this.circumstances.deadline);
		this.ranOutOfTime = true;
		return new OutOfTime();
	}
}
