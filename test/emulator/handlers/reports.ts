import type { ReportRecord } from '../records';
import { listAnswer, type Handler } from '../service';
import { readTerm } from './terms';

/** E9: reports by term, category and type. */
export const getReports: Handler = (call) => {
	const { service, user, version, projection } = call;
	const { company, switches } = service;
	return listAnswer(call, (query) => {
		const term = readTerm(query, switches);
		const orderBy = query.text('orderBy') === 'registeredAt' ? 'registeredAt' : 'updatedAt';
		const descending = query.text('orderDirection') === 'desc';
		const mine = query.text('range') === 'me';
		const types = query.list('type');
		const categories = query.list('category');
		const shownType = ({ type }: ReportRecord) =>
			type === 'OnlineMeeting' && version === '2.5' && switches.onlineMeetingIn25 === 'asMeeting'
				? 'Meeting'
				: type;
		const hasCategory = (report: ReportRecord) =>
			report.categories.some(
				({ name, value }) =>
					(switches.categoryMatch !== 'value' && categories.includes(name)) ||
					(switches.categoryMatch !== 'name' && categories.includes(value)),
			);
		const passes = (report: ReportRecord) =>
			report.updatedTime >= term.from &&
			report.updatedTime <= term.to &&
			(version !== '2.5' || shownType(report) !== 'OnlineMeeting') &&
			(mine ? report.ownerId === user.id : company.maySee(user, report.ownerId)) &&
			(types.length === 0 || types.includes(shownType(report))) &&
			(categories.length === 0 || hasCategory(report));
		return {
			list() {
				const bounds = orderBy === 'updatedAt' ? term : undefined;
				const found = company.reports.select(orderBy, passes, bounds?.from, bounds?.to);
				return descending ? found.reverse() : found;
			},
			find: (id) => company.reports.get(id),
			keyOf: company.reports.orders[orderBy],
			descending,
			project: (report) => projection.report(report),
		};
	});
};
