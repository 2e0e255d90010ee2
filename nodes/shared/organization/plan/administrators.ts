import { canonical, fieldOf } from './columns';
import type { User } from './user';

/** `UserType` of a system administrator (spec: user record). */
const ADMINISTRATOR = '1';

const USER_TYPE = fieldOf('user', 'UserType');

/** Whether a UserType is that of a system administrator, in whatever spelling of the number. */
export function isAdministrators(userType: string): boolean {
	return canonical(USER_TYPE, userType) === ADMINISTRATOR;
}

/** Whether a user is a system administrator now. */
export function isAdministrator(user: User): boolean {
	return isAdministrators(user.before('UserType'));
}
