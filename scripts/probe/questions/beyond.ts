import { confirms, notByReads } from '../answer';
import type { Question } from '../stage';

/** What reads cannot tell, and why not. */
const BEYOND: ReadonlyArray<readonly [row: number, point: string, why: string]> = [
	[5, 'entryStatusPath', 'it takes a card whose data entry is watched from its image to its end; digitization is billed'],
	[6, 'importStatusPath', 'it takes an import that is followed to its end'],
	[11, 'events', 'no read shows what a service could send by itself'],
	[16, 'importLimit', 'it takes large imports'],
	[22, 'tokenKind', 'it takes records that change between two pages'],
	[35, 'statusChangeTouchesUpdatedTime', 'it takes a card that is read before and after its data entry ends'],
	[39, 'checkResultDelimiter', 'it takes the check of a faulty upload, which is a POST'],
	[40, 'resultOrder', 'it takes an import of both kinds whose order of rows is known'],
	[42, 'createdCard', 'it takes the registration of a card'],
	[43, 'jobVisibleAcrossVersions', 'it takes an import that is reserved through 2.5'],
	[44, 'blankOnEdit', 'it takes an import that edits a record with a blank'],
	[45, 'deletionsJudged', 'it takes the check of an upload, which is a POST'],
	[46, 'equalDepartmentNames', 'it takes the check of an upload, which is a POST'],
];

export const BEYOND_READS: readonly Question[] = [
	...BEYOND.map(([row, point, why]) => ({ row, point, ask: async () => notByReads(why) })),
	{
		row: 10,
		point: 'appIdForm',
		async ask(stage) {
			if (!stage.hasAppId) return notByReads('it takes an application id (--app-id), and one shows no rule');
			const isRefused = stage.exchanges.every(({ status }) => status === 401);
			if (isRefused) return notByReads('the application id is refused');
			return confirms('accepted', 'The application id that was given keeps to our rule and is accepted.');
		},
	},
];
