import type { Outcome } from './life';
import type { Wrong } from './oracle';
import type { Discovery } from './search';
import { SERVICES } from './service';
import type { Traits } from './service';

const WORDS: Readonly<Record<Wrong, string>> = {
	missing: 'A poll succeeds and does not emit what lists show',
	repeated: 'A poll emits what was emitted before',
	old: 'A poll emits what was there before the trigger, or before the edit that asks for it',
	foreign: 'A poll emits what no list shows, or what nobody asked for',
	disorder: 'The items of a poll are not in the order of their changes',
	'failed without a cause': 'A poll fails although no call did',
	endless: 'A poll does not come to its end',
	dead: 'A new record at the end of everything is not emitted',
};

/** What the services have in common that the others lack. */
export function describeServices(services: readonly Traits[]): string {
	if (services.length === SERVICES.length) return 'every one';
	const [first] = services;
	if (!first) return 'none';
	const names = Object.keys(first) as Array<keyof Traits>;
	const common = names.filter((name) => services.every((traits) => traits[name] === first[name]));
	const words = common.map((name) => `${name}: ${first[name]}`);
	return `${services.length} of ${SERVICES.length}${words.length > 0 ? ` (${words.join(', ')})` : ''}`;
}

/** A discovery as a person reads it, with the command that shows the way to it. */
function describeDiscovery({ task: { subject, world }, history, isAfterwards, services, finding }: Discovery): string {
	const words = history.length > 0 ? history.join(' ') : 'nothing';
	const commandLine = `npm run smallworld -- --world ${world} --event ${subject} --history ${history.join() || 'poll'}`;
	return [
		`${world}, ${subject}: ${WORDS[finding.wrong]}`,
		`  history   ${words}${isAfterwards ? ', and the polls that follow' : ''}`,
		`  services  ${describeServices(services)}`,
		`  what      ${finding.text}`,
		`  step by step: ${commandLine}`,
	].join('\n');
}

/** Histories that are shown of each kind of fault: the others mostly go wrong for the same reason. */
const SHOWN = 5;

/** The discoveries of one search as a person reads them. */
export function describeDiscoveries(discoveries: readonly Discovery[]): string {
	const kinds = [...new Set(discoveries.map(({ finding }) => finding.wrong))];
	const texts = kinds.flatMap((wrong) => {
		const ofKind = discoveries.filter(({ finding }) => finding.wrong === wrong);
		const left = ofKind.length - SHOWN;
		return [
			...ofKind.slice(0, SHOWN).map(describeDiscovery),
			...(left > 0 ? [`${WORDS[wrong]}: after ${left} other histories, too`] : []),
		];
	});
	return texts.join('\n\n');
}

/** What a poll came to, in one line, and in a line more for each finding. */
export function describePoll({ life, items, findings }: Outcome): string[] {
	const emitted = items?.map((item) => `${String(item.id)} ${String(item.memo)}`).join(', ');
	const words = emitted === undefined ? 'failed' : emitted === '' ? 'nothing' : emitted;
	return [
		`poll: ${words} [services: ${describeServices(life.services)}]`,
		...findings.map(({ wrong, text }) => `! ${WORDS[wrong]}: ${text}`),
	];
}
