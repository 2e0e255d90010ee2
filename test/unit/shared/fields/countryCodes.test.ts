import { COUNTRY_CODES as SPECIFIED } from '../../../emulator/countryCodes';
import { COUNTRY_CODES } from '../../../../nodes/shared/fields/countryCodes';

/** Regions that Unicode names with two letters and ISO 3166-1 does not assign: reserved, user-assigned, groups of countries. */
const NOT_ASSIGNED = 'AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ';

/** Codes that ISO 3166-1 has withdrawn and Unicode still knows under another region's name. */
const WITHDRAWN = 'AN BU CS CT DD DY FQ FX HV JT MI NH NQ NT PC PU PZ RH SU TP UK VD WK YD YU ZR';

test('the list has the 249 assigned codes, as the emulator has', () => {
	expect(COUNTRY_CODES.size).toBe(249);
	expect([...COUNTRY_CODES].sort()).toEqual([...SPECIFIED].sort());
});

test('reserved, user-assigned and withdrawn codes are not in the list', () => {
	expect(`${NOT_ASSIGNED} ${WITHDRAWN}`.split(' ').filter((code) => COUNTRY_CODES.has(code))).toEqual([]);
});

test('every code has a name', () => {
	const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
	expect([...COUNTRY_CODES].filter((code) => names.of(code) === undefined)).toEqual([]);
});
