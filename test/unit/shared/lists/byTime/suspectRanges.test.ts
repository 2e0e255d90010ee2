import { SuspectRanges } from '../../../../../nodes/shared/lists/byTime/suspectRanges';

/** Where a page token may have led past a record. */

test('seconds through which a token has led are doubtful once a record has left them', () => {
	const doubts = new SuspectRanges();
	doubts.ledFrom(10, 10);
	doubts.ledFrom(30, 20);
	expect(doubts.settle()).toEqual([]);
	doubts.hasLeft(25);
	expect(doubts.settle()).toEqual([{ from: 20, to: 30 }]);
});

test('a record that left other seconds raises no doubt, nor does one whose time is unknown', () => {
	const doubts = new SuspectRanges();
	doubts.ledFrom(10, 12);
	for (const second of [9, 13, NaN]) doubts.hasLeft(second);
	expect(doubts.settle()).toEqual([]);
});

test('a doubt is settled once', () => {
	const doubts = new SuspectRanges();
	doubts.ledFrom(10, 12);
	doubts.hasLeft(11);
	expect(doubts.settle()).toHaveLength(1);
	doubts.hasLeft(11);
	expect(doubts.settle()).toEqual([]);
});

test('doubts that touch are one', () => {
	const doubts = new SuspectRanges();
	doubts.ledFrom(10, 12);
	doubts.ledFrom(12, 20);
	doubts.ledFrom(11, 13);
	doubts.ledFrom(30, 31);
	for (const second of [12, 30]) doubts.hasLeft(second);
	expect(doubts.settle()).toEqual([
		{ from: 10, to: 20 },
		{ from: 30, to: 31 },
	]);
});
