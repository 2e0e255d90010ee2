import { DateTime } from 'luxon';
import { cellOf } from '../../../../nodes/shared/organization/cells';
import {
	ORGANIZATION_FIELDS,
	type OrganizationField,
	type OrganizationKind,
} from '../../../../nodes/shared/organization/fields';

function fieldOf(kind: OrganizationKind, name: string): OrganizationField {
	const fields: readonly OrganizationField[] = ORGANIZATION_FIELDS[kind];
	const field = fields.find((candidate) => candidate.name === name);
	if (!field) throw new Error(`no field ${name}`);
	return field;
}

test.each<[OrganizationKind, string, unknown, string]>([
	['user', 'UserName', 'Bob ', 'Bob '],
	['user', 'UserName', null, ''],
	['user', 'UserName', undefined, ''],
	['user', 'UserName', ' \u3000\n', ''],
	['user', 'UserId', 12345, '12345'],
	['user', 'Email', ' taro\u200b@example.com ', 'taro@example.com'],
	['user', 'UserId', -0, '0'],
	['user', 'UserId', 12345678901234567890n, '12345678901234567890'],
	['user', 'Culture', 2, '2'],
	['user', 'Culture', ' 2 ', '2'],
	['user', 'Culture', 1.5, '1.5'],
	['user', 'DeleteFlag', true, '1'],
	['user', 'ApiIntegrationPrivilege', false, '0'],
	['user', 'ApiIntegrationPrivilege', ' TRUE', '1'],
	['user', 'DeleteFlag', 'False', '0'],
	['user', 'UserType', 'true', 'true'],
	['user', 'UserName', 'true', 'true'],
	['user', 'CrmIntegrationPrivilege', '1', ''],
	['user', 'CrmIntegrationPrivilege', { any: 'thing' }, ''],
	['user', 'EffectiveDateFrom', '2025-04-01T00:00:00+09:00', '2025-04-01'],
	['user', 'EffectiveDateFrom', '2025-04-01T00:00:00', '2025-04-01'],
	['user', 'EffectiveDateFrom', '2025', '2025'],
])('%s.%s of %p is written as %j', (kind, name, value, text) => {
	expect(cellOf(fieldOf(kind, name), value, 'Asia/Tokyo')).toEqual({ text });
});

test.each<[OrganizationKind, string, unknown, string]>([
	['user', 'UserName', true, 'must be a text; got true'],
	['user', 'UserName', ['a'], 'must be a text; got ["a"]'],
	['user', 'UserName', new Date(0), 'must be a text; got "1970-01-01T00:00:00.000Z"'],
	['department', 'Order', new Date(0), 'must be a whole number; got "1970-01-01T00:00:00.000Z"'],
	[
		'user',
		'EffectiveDateFrom',
		46113,
		'must be a date such as 2026-04-01; got 46113, which may be how Excel stores one; format the cells as text, and enter the dates again',
	],
	['user', 'EffectiveDateFrom', ['2025-04-01'], 'must be a date; got ["2025-04-01"]'],
	['user', 'Culture', false, 'must be a whole number; got false'],
	['department', 'Order', true, 'must be a whole number; got true'],
	['department', 'Order', {}, 'must be a whole number; got {}'],
	['user', 'UserId', 1e21, 'must be text, because the number 1e+21 has lost digits'],
	['user', 'UserId', Number.NaN, 'must be a text; got NaN'],
	['department', 'Order', Number.POSITIVE_INFINITY, 'must be a whole number; got Infinity'],
	['user', 'EffectiveDateFrom', new Date(Number.NaN), 'must be a date; got Invalid Date'],
	['user', 'EffectiveDateFrom', DateTime.invalid('x'), 'must be a date; got Invalid DateTime'],
])('%s.%s of %p cannot be written', (kind, name, value, problem) => {
	expect(cellOf(fieldOf(kind, name), value)).toEqual({ problem });
});

test('a date-time in a date column is its day in the given zone, in whatever form', () => {
	const field = fieldOf('user', 'EffectiveDateFrom');
	const date = new Date('2025-04-01T15:00:00Z');
	expect(cellOf(field, date)).toEqual({ text: '2025-04-01' });
	expect(cellOf(field, date, 'Asia/Tokyo')).toEqual({ text: '2025-04-02' });
	const dateTime = DateTime.fromISO('2025-04-01T23:00:00', { zone: 'America/New_York' });
	expect(cellOf(field, dateTime, 'America/New_York')).toEqual({ text: '2025-04-01' });
	expect(cellOf(field, dateTime, 'Asia/Tokyo')).toEqual({ text: '2025-04-02' });
	expect(cellOf(field, date.toISOString(), 'Asia/Tokyo')).toEqual({ text: '2025-04-02' });
});
