import { fateOf, type Fate, type Traces } from '../../../bench/kills/fates';

/** What bench:kills makes of what it finds after a kill. */

const nothing: Traces = { deliveries: 0, holding: [], hasEmptied: false };

test.each<[string, Partial<Traces>, Fate]>([
	['delivered once by an execution that succeeded', { deliveries: 1, holding: ['success'] }, 'once'],
	['delivered once by an execution that is shown as crashed', { deliveries: 1, holding: ['crashed'] }, 'unmarked'],
	['delivered once, and its execution holds it no more', { deliveries: 1, hasEmptied: true }, 'unmarked'],
	['delivered twice by one execution', { deliveries: 2, holding: ['success'] }, 'twice'],
	['delivered by two executions', { deliveries: 2, holding: ['crashed', 'success'] }, 'twice'],
	['nowhere', {}, 'lost'],
	['in an execution that was never begun', { holding: ['new'] }, 'waiting'],
	['in an execution that is shown as running', { holding: ['running'] }, 'waiting'],
	['in a crashed execution', { holding: ['crashed'] }, 'crashed'],
	['in a crashed execution and in one that was never begun', { holding: ['new', 'crashed'] }, 'crashed'],
	['in a failed execution', { holding: ['error'] }, 'failed'],
	['no more in the failed execution of that time', { hasEmptied: true }, 'emptied'],
])('a batch that is %s', (_, traces, fate) => {
	expect(fateOf({ ...nothing, ...traces })).toBe(fate);
});

test('an execution that succeeded without delivering anything is no measurement', () => {
	expect(() => fateOf({ ...nothing, holding: ['success'] })).toThrow('delivered nothing');
});
