import { nearestName } from '../../../../nodes/shared';

/** Which field a person means by a name that does not exist. */

const FIELDS = [
	...['companyName', 'email', 'mobile', 'name', 'tagId', 'orderBy', 'orderDirection'].map((name) => ({ name })),
	...['maxDeletions', 'maxChanges', 'protectedUserIds', 'userColumnOrder'].map((name) => ({ name })),
	{ name: 'tel', displayName: 'Phone' },
	{ name: 'secondTel', displayName: 'Phone (Second)' },
	{ name: 'pollInterval', displayName: 'Wait Interval (Seconds)' },
];

test.each([
	// Another look.
	['Email', 'email'],
	['company name', 'companyName'],
	['COMPANY_NAME', 'companyName'],
	['e-mail', 'email'],
	['\u200bemail', 'email'],
	['ｅｍａｉｌ', 'email'],
	// A letter too few, too many, or another one.
	['mail', 'email'],
	['maxDeletion', 'maxDeletions'],
	['maxChange', 'maxChanges'],
	['protectedUserId', 'protectedUserIds'],
	['protectedUsers', 'protectedUserIds'],
	['nmae', 'name'],
	['tagIds', 'tagId'],
	// The label in the panel.
	['phone', 'tel'],
	['Phone', 'tel'],
	['phoneSecond', 'secondTel'],
	['waitInterval', 'pollInterval'],
	// A part of it, or more.
	['company', 'companyName'],
	['mobilePhone', 'mobile'],
	['telephone', 'tel'],
	['direction', 'orderDirection'],
	['order', 'orderBy'],
])('by %j is meant %s', (given, name) => {
	expect(nearestName(given, FIELDS)).toBe(name);
});

test.each(['', ' ', 'x', 'address', 'limit', '電話', 'constructor', 'x'.repeat(1_000_000)])(
	'by %s nothing is meant',
	(given) => {
		expect(nearestName(given, FIELDS)).toBeUndefined();
	},
);
