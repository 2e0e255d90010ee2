import { startEmulator } from '../../../test/emulator';
import { parentOf, pathTo } from './company';

/** An emulated service with a large company, in a process of its own. */
async function main(): Promise<void> {
	const [departments = 0, users = 0] = process.argv.slice(2).map(Number);
	const emulator = await startEmulator({ rateLimit: false });
	const ids: string[] = [];
	for (let number = 0; number < departments; number += 1) {
		const parent = parentOf(number);
		const names = pathTo(number).split('/');
		ids.push(
			emulator.addOrganizationRecord('department', {
				DepartmentName: names.at(-1) ?? '',
				ParentDepartmentId: parent === undefined ? '' : (ids[parent] ?? ''),
				Order: String(number),
			}),
		);
	}
	for (let number = 0; number < users; number += 1) {
		emulator.addOrganizationRecord('user', {
			DepartmentId: ids[number % departments] ?? '',
			UserId: `user.${number}`,
			UserName: `山田 太郎 ${number}`,
			Email: `user.${number}@example.co.jp`,
			EffectiveDateFrom: '2020-04-01',
			SamlNameId: `saml ${number}`,
		});
	}
	console.log(JSON.stringify({ baseUrl: emulator.baseUrl, apiKey: emulator.apiKey }));
}

void main();
