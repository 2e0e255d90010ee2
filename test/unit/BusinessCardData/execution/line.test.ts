import { Line } from '../../../../nodes/BusinessCardData/execution/line';
import { settle } from '../../virtualTime';

/** A line lets in one after another. */

function enterAll(line: Line, count: number): number[] {
	const entered: number[] = [];
	for (let place = 0; place < count; place += 1) void line.enter(place).then(() => entered.push(place));
	void line.end().then(() => entered.push(count));
	return entered;
}

test('lets in each when those before it have left, in whatever order they leave', async () => {
	const line = new Line(4);
	const entered = enterAll(line, 4);
	const history: number[][] = [];
	for (const leaving of [2, 0, 1, 3]) {
		await settle();
		history.push([...entered]);
		line.leave(leaving);
	}
	await settle();
	expect([...history, entered]).toEqual([[0], [0], [0, 1], [0, 1, 2, 3], [0, 1, 2, 3, 4]]);
});

test('takes no notice of who leaves twice', async () => {
	const line = new Line(3);
	const entered = enterAll(line, 3);
	line.leave(0);
	line.leave(0);
	await settle();
	expect(entered).toEqual([0, 1]);
});

test('of nobody has ended', async () => {
	await new Line(0).end();
});
