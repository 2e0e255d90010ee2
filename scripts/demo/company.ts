import type { Emulator, CardInput, Person, TagRecord } from '../../test/emulator';
import type { Random } from '../../test/emulator/seed/random';

/** An invented Japanese company: the same in every demo, but for the times, which count back from now. */

const DAY = 86_400_000;
/** Records reach back this far. */
const PAST_DAYS = 270;
const COLLEAGUES = 12;
const CARDS = 300;
const REPORTS = 100;

/** Rows of words: `|` between rows, blanks between words. */
function table(text: string): string[][] {
	return text.split('|').map((row) => row.split(' '));
}

/** [written, reading, in Latin letters] */
const FAMILY_NAMES = table(
	'佐藤 サトウ sato|鈴木 スズキ suzuki|髙橋 タカハシ takahashi|田中 タナカ tanaka|渡邉 ワタナベ watanabe|伊藤 イトウ ito|' +
		'山本 ヤマモト yamamoto|佐々木 ササキ sasaki|林 ハヤシ hayashi|清水 シミズ shimizu|森 モリ mori|長谷川 ハセガワ hasegawa',
);
const GIVEN_NAMES = table(
	'翔太 ショウタ shota|健一 ケンイチ kenichi|大輔 ダイスケ daisuke|誠 マコト makoto|蓮 レン ren|陽子 ヨウコ yoko|' +
		'恵子 ケイコ keiko|美咲 ミサキ misaki|さくら サクラ sakura|由美 ユミ yumi',
);
/** Companies are a stem with a trade: [written, in Latin letters]. */
const STEMS = table(
	'青葉 aoba|日の出 hinode|みらい mirai|北斗 hokuto|富士見 fujimi|若草 wakakusa|銀河 ginga|琥珀 kohaku',
);
const TRADES = table('電機 denki|商事 shoji|物流 logi|建設 kensetsu|システムズ systems|食品 foods|製薬 pharma');
/** [postal code, prefecture, city, town, area code] */
const PLACES = table(
	'100-0005 東京都 千代田区 丸の内 03|220-0012 神奈川県 横浜市西区 みなとみらい 045|530-0001 大阪府 大阪市北区 梅田 06|' +
		'450-0002 愛知県 名古屋市中村区 名駅 052|812-0011 福岡県 福岡市博多区 博多駅前 092',
);
const DEPARTMENTS_ON_CARDS = ['営業部', 'マーケティング部', '開発部', '情報システム部', '総務部', ''];
const TITLES = ['代表取締役社長', '部長', '課長', '主任', 'エンジニア', null] as const;
const MEMOS = ['', '展示会で名刺交換', '「クラウド移行」に関心あり', '予算は来期。\n決裁者は部長。'];
const TAGS = [
	{ name: '重要顧客', type: 'public' },
	{ name: 'Overseas', type: 'public' },
	{ name: 'フォロー中', type: 'private' },
	{ name: '展示会2024', type: 'shared' },
] as const;
const REPORT_TYPES = ['Meeting', 'OnlineMeeting', 'Call', 'Email', 'BizCardExchange'] as const;
const PHASES = ['初回訪問', '提案', '受注'];

/** [name, row of its parent or -1] */
const DEPARTMENTS: ReadonlyArray<readonly [name: string, parent: number]> = [
	['本社', -1],
	['営業本部', 0],
	['第一営業部', 1],
	['第二営業部', 1],
	['開発本部', 0],
	['総務部', 0],
];

/** The name of somebody with an address of a domain. */
function invented(random: Random, domain: string) {
	const [lastName = '', lastNameReading = '', last] = random.pick(FAMILY_NAMES);
	const [firstName = '', firstNameReading = '', first] = random.pick(GIVEN_NAMES);
	return { lastName, firstName, lastNameReading, firstNameReading, email: `${first}.${last}@${domain}` };
}

/** Another title, as people get one. */
export function inventTitle(random: Random): string | null {
	return random.pick(TITLES);
}

/** A card: whom it shows, where to reach them, and how it came into the system. */
export function inventCard(random: Random, tags: readonly TagRecord[]): CardInput {
	const [[stem, latinStem], [trade, latinTrade]] = [random.pick(STEMS), random.pick(TRADES)];
	const domain = `${latinStem}-${latinTrade}.example.jp`;
	const [postalCode, prefecture, city, town, area] = random.pick(PLACES);
	const number = () => random.whole(1_000, 9_999);
	return {
		...invented(random, domain),
		companyName: `株式会社${stem}${trade}`,
		url: `https://www.${domain}/`,
		departmentName: random.pick(DEPARTMENTS_ON_CARDS),
		title: inventTitle(random),
		postalCode,
		prefecture,
		city,
		street: `${town}${random.whole(1, 5)}-${random.whole(1, 30)}-${random.whole(1, 20)}`,
		building: random.chance(0.5) ? `${stem}ビル${random.whole(2, 24)}F` : '',
		tel: `${area}-${number()}-${number()}`,
		mobile: random.chance(0.7) ? `090-${number()}-${number()}` : '',
		memo: random.pick(MEMOS),
		entryStatus: random.chance(0.96) ? 'completed' : random.pick(['processing', 'unreadable']),
		isUserCreated: random.chance(0.15),
		tagIds: random.chance(0.35) ? [random.pick(tags).id] : [],
	};
}

/** Departments, and a user for each colleague. */
function addOrganization(emulator: Emulator, people: readonly Person[], random: Random): void {
	const ids: string[] = [];
	for (const [DepartmentName, parent] of DEPARTMENTS) {
		ids.push(emulator.addOrganizationRecord('department', { DepartmentName, ParentDepartmentId: ids[parent] ?? '' }));
	}
	for (const [number, { name, email }] of people.entries()) {
		emulator.addOrganizationRecord('user', {
			DepartmentId: random.pick(ids),
			UserId: `u${String(number).padStart(5, '0')}`,
			UserName: name,
			Email: email,
			EffectiveDateFrom: `20${random.whole(15, 23)}-04-01`,
			UserType: number === 0 ? '1' : '0',
		});
	}
}

/** Fills the emulator; half of the records are held by the user behind its own key. */
export function foundCompany(emulator: Emulator, random: Random): void {
	const now = emulator.clock.now();
	const colleagues = Array.from({ length: COLLEAGUES }, (_, index) => {
		const { lastName, firstName, email } = invented(random, 'example.co.jp');
		const apiKey = `KeyOfColleague${String(index).padStart(18, '0')}`;
		return emulator.addUser({ apiKey, name: `${lastName} ${firstName}`, email: email.replace('@', `${index}@`) });
	});
	addOrganization(emulator, [emulator.user, ...colleagues], random);
	const ownerId = () => (random.chance(0.5) ? emulator.user.id : random.pick(colleagues).id);
	const tags = TAGS.map((tag) => emulator.addTag({ ...tag, ownerId: ownerId() }));
	/** When something came in and was changed: in office hours as a rule. */
	const times = () => {
		const day = Math.floor((now - random.whole(1, PAST_DAYS) * DAY) / DAY) * DAY;
		const registeredTime = day + random.whole(0, 9 * 3600) * 1000;
		const changed = random.chance(0.3) ? registeredTime + random.whole(1, 20) * DAY : registeredTime;
		return { registeredTime, updatedTime: Math.min(changed, now) };
	};
	const all = Array.from({ length: CARDS }, times).sort((a, b) => a.registeredTime - b.registeredTime);
	const cards = all.map((time) => emulator.addCard({ ...inventCard(random, tags), ownerId: ownerId(), ...time }));
	for (let count = 0; count < REPORTS; count += 1) {
		const { id, personId, companyName, lastName, firstName } = random.pick(cards);
		emulator.addReport({
			type: random.pick(REPORT_TYPES),
			title: random.pick(['定例打ち合わせ', '契約更新のご相談', '見積もりの確認']),
			memo: random.pick(MEMOS),
			categories: [{ name: '商談フェーズ', value: random.pick(PHASES) }],
			externalAttendees: [{ id, personId, companyName, lastName, firstName }],
			...times(),
			ownerId: ownerId(),
		});
	}
}
