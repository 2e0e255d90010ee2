import { requestedSeconds, step } from '../../../../nodes/shared/lists/step';
import type { RangeProgress } from '../../../../nodes/shared/lists/step';

const HERE: RangeProgress = { at: 100, to: 200 };

// What a page shows, and where the reading goes on.
const STEPS: ReadonlyArray<
	[what: string, position: RangeProgress, seconds: number[], token: string | undefined, next: RangeProgress | undefined]
> = [
	['the last page of a range ends it', HERE, [100, 150], undefined, undefined],
	['an empty last page ends it, too', HERE, [], undefined, undefined],
	['a page leads on to its last second', HERE, [100, 120, 150], 't', { at: 150, to: 200 }],
	['a page that reaches beyond the range ends it', HERE, [199, 201], 't', undefined],
	['a page of the second before is asked for again without it', HERE, [99, 99], 't', HERE],
	['a page of one second is followed by token', HERE, [100, 100], 't', { ...HERE, walk: { to: 100 } }],
	['so is a whole range whose page goes back', HERE, [150, 120], 't', { ...HERE, walk: { to: 200 } }],
	['and one whose page shows no time', HERE, [], 't', { ...HERE, walk: { to: 200 } }],
	[
		'a token leads to the next one',
		{ ...HERE, walk: { to: 100 } },
		[100],
		't',
		{ ...HERE, walk: { to: 100, token: 't' } },
	],
	['behind a second comes the rest', { ...HERE, walk: { to: 100, token: 't' } }, [100], undefined, { at: 101, to: 200 }],
	['behind a whole range comes nothing', { ...HERE, walk: { to: 200, token: 't' } }, [150], undefined, undefined],
];

it.each(STEPS)('%s', (_, position, seconds, token, next) => {
	expect(step(position, seconds, token)).toEqual(next);
});

it('asks for a second more on either side, unless the first bound is known to belong to the range', () => {
	expect(requestedSeconds(HERE, { includesFrom: false })).toEqual({ from: 99, to: 201 });
	expect(requestedSeconds(HERE, { includesFrom: true })).toEqual({ from: 100, to: 201 });
	expect(requestedSeconds({ ...HERE, walk: { to: 100 } }, { includesFrom: true })).toEqual({ from: 100, to: 101 });
});
