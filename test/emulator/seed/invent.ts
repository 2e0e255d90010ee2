import type { BizCardRecord, CardInput, Person, ReportInput, TagRecord } from '../records';
import type { Random } from './random';

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
/** [first three digits of the postal code, prefecture, city, town, area code] */
const PLACES = table(
	'100 東京都 千代田区 丸の内 03|220 神奈川県 横浜市西区 みなとみらい 045|530 大阪府 大阪市北区 梅田 06|' +
		'450 愛知県 名古屋市中村区 名駅 052|812 福岡県 福岡市博多区 博多駅前 092',
);
const DEPARTMENTS = ['営業部', 'マーケティング部', '開発部', '情報システム部', '総務部', ''];
/** Titles as they stand on Japanese cards. */
export const TITLES = ['代表取締役社長', '部長', '課長', '主任', 'エンジニア', null] as const;
const MEMOS = [
	'',
	'展示会で名刺交換',
	'「クラウド移行」に関心あり',
	'予算は来期。\n決裁者は部長。',
	'Contract renewal expected in Q4.',
];
const REPORT_TYPES = ['Meeting', 'OnlineMeeting', 'Call', 'Email', 'BizCardExchange'] as const;
const CATEGORIES = ['初回訪問', '提案', '受注'].map((value) => ({ name: '商談フェーズ', value }));

function digits(random: Random, count: number): string {
	return String(random.whole(0, 10 ** count - 1)).padStart(count, '0');
}

/** The name of somebody with an address of a domain. */
function invented(random: Random, domain: string) {
	const [lastName = '', lastNameReading = '', last] = random.pick(FAMILY_NAMES);
	const [firstName = '', firstNameReading = '', first] = random.pick(GIVEN_NAMES);
	return { lastName, firstName, lastNameReading, firstNameReading, email: `${first}.${last}@${domain}` };
}

/** Whom a made-up card shows, and where to reach them. */
export function inventContact(random: Random): CardInput {
	const [[stem, latinStem], [trade, latinTrade]] = [random.pick(STEMS), random.pick(TRADES)];
	const domain = `${latinStem}-${latinTrade}.example.jp`;
	const [postal, prefecture = '', city = '', town, area = ''] = random.pick(PLACES);
	return {
		...invented(random, domain),
		companyName: `株式会社${stem}${trade}`,
		url: `https://www.${domain}/`,
		departmentName: random.pick(DEPARTMENTS),
		title: random.pick(TITLES),
		countryCode: 'JP',
		postalCode: `${postal}-${digits(random, 4)}`,
		prefecture,
		city,
		street: `${town}${random.whole(1, 5)}-${random.whole(1, 30)}-${random.whole(1, 20)}`,
		building: random.chance(0.5) ? `${stem}ビル${random.whole(2, 24)}F` : '',
		tel: `${area}-${digits(random, 6 - area.length)}-${digits(random, 4)}`,
		mobile: random.chance(0.7) ? `090-${digits(random, 4)}-${digits(random, 4)}` : '',
	};
}

/** A made-up card: whom it shows, where to reach them, and how it came into the system. */
export function inventCard(random: Random, tags: readonly TagRecord[]): CardInput {
	const status = random.next();
	return {
		...inventContact(random),
		memo: random.pick(MEMOS),
		entryStatus: status < 0.96 ? 'completed' : status < 0.99 ? 'processing' : 'unreadable',
		isUserCreated: random.chance(0.15),
		tagIds: random.chance(0.35) ? random.some(tags, random.whole(1, 3)).map(({ id }) => id) : [],
	};
}

/** Someone who works at the company. */
export function inventColleague(random: Random, number: number): Omit<Person, 'id'> {
	const { lastName, firstName, email } = invented(random, 'example.co.jp');
	return { name: `${lastName} ${firstName}`, email: email.replace('@', `${number}@`) };
}

/** A made-up report of a talk with people whose cards are known. */
export function inventReport(random: Random, cards: readonly BizCardRecord[]): ReportInput {
	return {
		type: random.pick(REPORT_TYPES),
		title: random.pick(['定例打ち合わせ', '契約更新のご相談', '見積もりの確認']),
		memo: random.pick(MEMOS),
		categories: random.some(CATEGORIES, random.whole(0, 2)),
		externalAttendees: random
			.some(cards, random.whole(1, 3))
			.map(({ id, personId, companyName, lastName, firstName }) => ({ id, personId, companyName, lastName, firstName })),
	};
}
