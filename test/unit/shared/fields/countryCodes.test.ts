import { COUNTRY_CODES as SPECIFIED } from '../../../emulator/countryCodes';
import { COUNTRY_CODES } from '../../../../nodes/shared/fields/countryCodes';

test('the list has the 249 assigned codes, as the emulator has', () => {
	expect(COUNTRY_CODES.size).toBe(249);
	expect([...COUNTRY_CODES].sort()).toEqual([...SPECIFIED].sort());
});
