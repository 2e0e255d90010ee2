import { normaliseTags } from '../../../../nodes/shared';

/** A tag's id has one spelling; nothing else of a record changes. */

const OWNER = { id: 'u1', name: 'n', email: 'e' };

test('a tag gets "id" in the place of "Id", and stays as it is otherwise', () => {
	const tag = normaliseTags({ Id: '1', name: 'n', type: 'public', owner: OWNER, more: null }, 'tag');
	expect(tag).toEqual({ id: '1', name: 'n', type: 'public', owner: OWNER, more: null });
	expect(Object.keys(tag)).toEqual(['id', 'name', 'type', 'owner', 'more']);
});

test('a tag with "id" is left alone', () => {
	const tag = { id: '1', name: 'n' };
	expect(normaliseTags(tag, 'tag')).toBe(tag);
});

test('a tag with both keeps one', () => {
	expect(normaliseTags({ Id: '1', id: '1', name: 'n' }, 'tag')).toEqual({ id: '1', name: 'n' });
});

test('the tags of a card, and of the card of a person, are met too', () => {
	const card = { id: 'c', tags: [{ Id: '1' }, { id: '2' }] };
	const tags = [{ id: '1' }, { id: '2' }];
	expect(normaliseTags(card, 'card')).toEqual({ id: 'c', tags });
	expect(normaliseTags({ id: 'p', headBizCard: card }, 'person')).toEqual({ id: 'p', headBizCard: { id: 'c', tags } });
});

test('what came is not changed itself', () => {
	const card = { id: 'c', tags: [{ Id: '1' }] };
	normaliseTags(card, 'card');
	expect(card).toEqual({ id: 'c', tags: [{ Id: '1' }] });
});

test.each([
	[{ id: 'c' }],
	[{ id: 'c', tags: null }],
	[{ id: 'c', tags: [] }],
	[{ id: 'c', tags: [null, 'x', 7] }],
	[{ id: 'c', tags: { Id: '1' } }],
])('a card whose tags are odd passes unharmed: %j', (card) => {
	expect(normaliseTags(card as never, 'card')).toEqual(card);
});

test.each([[{ id: 'p', headBizCard: null }], [{ id: 'p' }], [{ id: 'p', headBizCard: 'x' }]])(
	'a person without a card passes unharmed: %j',
	(person) => {
		expect(normaliseTags(person as never, 'person')).toEqual(person);
	},
);

test('a record without tags is left alone, whatever its keys are', () => {
	const report = { Id: '1', tags: [{ Id: '2' }] };
	expect(normaliseTags(report, undefined)).toBe(report);
});
