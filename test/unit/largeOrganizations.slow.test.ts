import { parseRecords, writeRecords } from '../../nodes/shared/organizationCsv';
import { fieldNames } from '../../nodes/shared/organizationFields';
import { checkOrganizationJob } from '../../nodes/shared/organizationRecords';

/** The organization of a very large company: it is written, read and checked whole, in a time that nobody notices. */

const USERS = 100_000;
const DEPARTMENTS = 10_000;
const TODAY = '2025-06-01';

test.each(['utf8', 'sjis'] as const)('100,000 users come back in %s', (encoding) => {
	const rows = Array.from({ length: USERS }, (_unused, index) => ({
		...Object.fromEntries(fieldNames('user').map((name) => [name, null])),
		UserId: `u${index}`,
		UserName: index % 7 === 0 ? '髙橋, "Bob"; 営業部\n2課' : '山田 太郎',
		Culture: index % 3,
	}));
	const { bytes } = writeRecords('user', rows, { delimiter: 'comma', encoding });
	const read = parseRecords('user', bytes, { delimiter: 'comma' });
	expect(read).toHaveLength(rows.length);
	for (const index of [0, 1, 6, 7, 50_000, 99_999]) expect(read[index]).toEqual(rows[index]);
});

test('100,000 users and 10,000 departments are checked', () => {
	const departments = Array.from({ length: DEPARTMENTS }, (_unused, index) => ({
		DepartmentName: '営業部',
		TempId: `d${index}`,
		ParentDepartmentId: index === 0 ? '' : `tempId:d${index >> 1}`,
	})).map((row, index) => (index === 1 ? { ...row, ParentDepartmentId: 'tempId:d0' } : row));
	const users = Array.from({ length: USERS }, (_unused, index) => ({
		TempId: `u${index}`,
		UserId: `u${index}`,
		UserName: '髙橋',
		Email: `u${index}@example.com`,
		DepartmentId: `tempId:d${index % DEPARTMENTS}`,
		EffectiveDateFrom: TODAY,
	}));
	expect(checkOrganizationJob({ departments, users }, { today: TODAY })).toEqual({ findings: [], total: 0 });
});
