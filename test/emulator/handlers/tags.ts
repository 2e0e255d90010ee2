import { listAnswer, type Handler } from '../service';

/** E10: the company's tags. */
export const getTags: Handler = (call) => {
	const { service, user, projection } = call;
	const { company } = service;
	return listAnswer(call, (query) => {
		const types = query.list('type');
		const mine = query.text('range') === 'me';
		return {
			list: () =>
				company.tags.select(
					'id',
					(tag) =>
						types.includes(tag.type) &&
						(mine ? tag.ownerId === user.id : company.maySeeTag(user, tag)),
				),
			find: (id) => company.tags.get(id),
			keyOf: () => 0,
			descending: false,
			project: (tag) => projection.tag(tag, 'tagList'),
		};
	});
};
