import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';
import { DEEDS } from './deeds';
import type { DeedName } from './deeds';
import type { Account, Finding } from './oracle';
import { SERVICES } from './service';
import type { Traits } from './service';
import type { View } from './views';
import type { World } from './world';

/**
 * An n8n process as far as a trigger can tell it from another: by what it has kept beside its memory in the polls that
 * looked at it. Nobody can copy that, so a life that goes on in a second way lives through these polls once more.
 */
export interface Process {
	readonly polls: readonly Life[];
	/** The same text for the same polls. */
	readonly key: string;
	/** The process itself, for the first life that goes on with it. */
	identity: object | undefined;
}

/** Everything that decides how a life goes on. Apart from the process it never changes: what happens gives other lives. */
export interface Life {
	/** The services with which it has gone like this. */
	readonly services: readonly Traits[];
	readonly world: World;
	/** Which call of the next poll fails; 0: none. */
	readonly failingCall: number;
	/** The trigger's memory as n8n holds it, and as n8n has stored it, with the options that were in force or coming then. */
	readonly memory: string;
	readonly stored: string;
	readonly storedViews: readonly View[];
	/** Whether n8n stores the memory of the next poll also when it brings nothing: it does so after an activation. */
	readonly storesNext: boolean;
	readonly process: Process;
	readonly account: Account;
}

/** A life after something has happened. */
export interface Outcome {
	readonly life: Life;
	readonly findings: readonly Finding[];
	readonly isPoll: boolean;
	/** What a poll emitted; `undefined` when none succeeded. */
	readonly items: readonly IDataObject[] | undefined;
}

/** Everything that can happen. */
export const HAPPENINGS = [...(Object.keys(DEEDS) as DeedName[]), 'page-fails', 'crash', 'edit', 'poll'] as const;

export type Happening = (typeof HAPPENINGS)[number];

/** A process that no poll has looked at. */
export function newProcess(): Process {
	return { polls: [], key: '', identity: undefined };
}

/** A text that two lives share when nothing that can happen to them tells them from each other. */
export function keyOf({ services, process, ...rest }: Life): string {
	const places = services.map((traits) => SERVICES.indexOf(traits));
	return createHash('sha256').update(JSON.stringify([places, process.key, rest])).digest('base64');
}
