import { TimeSlices } from '../../../../nodes/shared';
import { VirtualTime } from '../../virtualTime';

test('a slice is over after its length, and resting begins the next one', async () => {
	const time = new VirtualTime();
	const slices = new TimeSlices(time, 10);
	await time.pass(9);
	expect(slices.isOver).toBe(false);
	await time.pass(1);
	expect(slices.isOver).toBe(true);
	const resting = slices.rest();
	await time.pass(5);
	await resting;
	expect(slices.isOver).toBe(false);
	await time.pass(10);
	expect(slices.isOver).toBe(true);
});

test('a pause within a slice waits for nothing', async () => {
	const time = new VirtualTime();
	const slices = new TimeSlices(time, 10);
	await slices.pause();
	await time.pass(10);
	let isResting = true;
	const pausing = slices.pause().then(() => {
		isResting = false;
	});
	await Promise.resolve();
	expect(isResting).toBe(true);
	await time.pass(0);
	await pausing;
});
