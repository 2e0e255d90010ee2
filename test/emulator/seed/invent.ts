import type { BizCardRecord, CardInput, Person, ReportInput, TagRecord } from '../records';
import type { Random } from './random';

/** [written, reading, in Latin letters] */
const FAMILY_NAMES = [
	...[['佐藤', 'サトウ', 'sato'], ['鈴木', 'スズキ', 'suzuki'], ['髙橋', 'タカハシ', 'takahashi'], ['田中', 'タナカ', 'tanaka']],
	...[['渡邉', 'ワタナベ', 'watanabe'], ['伊藤', 'イトウ', 'ito'], ['山本', 'ヤマモト', 'yamamoto'], ['中村', 'ナカムラ', 'nakamura']],
	...[['小林', 'コバヤシ', 'kobayashi'], ['加藤', 'カトウ', 'kato'], ['吉田', 'ヨシダ', 'yoshida'], ['山田', 'ヤマダ', 'yamada']],
	...[['佐々木', 'ササキ', 'sasaki'], ['松本', 'マツモト', 'matsumoto'], ['井上', 'イノウエ', 'inoue'], ['木村', 'キムラ', 'kimura']],
	...[['林', 'ハヤシ', 'hayashi'], ['清水', 'シミズ', 'shimizu'], ['森', 'モリ', 'mori'], ['長谷川', 'ハセガワ', 'hasegawa']],
] as const;
const GIVEN_NAMES = [
	...[['翔太', 'ショウタ', 'shota'], ['健一', 'ケンイチ', 'kenichi'], ['大輔', 'ダイスケ', 'daisuke'], ['浩', 'ヒロシ', 'hiroshi']],
	...[['誠', 'マコト', 'makoto'], ['亮', 'リョウ', 'ryo'], ['蓮', 'レン', 'ren'], ['陽子', 'ヨウコ', 'yoko'], ['恵子', 'ケイコ', 'keiko']],
	...[['美咲', 'ミサキ', 'misaki'], ['さくら', 'サクラ', 'sakura'], ['由美', 'ユミ', 'yumi'], ['結衣', 'ユイ', 'yui']],
] as const;

/** Companies are a stem with a trade: [written, in Latin letters]. */
const STEMS = [
	...[['青葉', 'aoba'], ['日の出', 'hinode'], ['みらい', 'mirai'], ['北斗', 'hokuto'], ['富士見', 'fujimi']],
	...[['さざなみ', 'sazanami'], ['若草', 'wakakusa'], ['銀河', 'ginga'], ['八重洲', 'yaesu'], ['琥珀', 'kohaku']],
] as const;
const TRADES = [
	...[['電機', 'denki'], ['商事', 'shoji'], ['物流', 'logi'], ['建設', 'kensetsu'], ['システムズ', 'systems']],
	...[['食品', 'foods'], ['製薬', 'pharma'], ['印刷', 'print']],
] as const;
const DEPARTMENTS = ['営業部', '第一営業部', 'マーケティング部', '開発部', '情報システム部', '総務部', '購買部', ''] as const;
/** Titles as they stand on Japanese cards. */
export const TITLES = ['代表取締役社長', '部長', '課長', '主任', 'エンジニア', null, null] as const;

/** [first three digits of the postal code, prefecture, city, town, area code] */
const PLACES = [
	['100', '東京都', '千代田区', '丸の内', '03'],
	['150', '東京都', '渋谷区', '神宮前', '03'],
	['220', '神奈川県', '横浜市西区', 'みなとみらい', '045'],
	['530', '大阪府', '大阪市北区', '梅田', '06'],
	['450', '愛知県', '名古屋市中村区', '名駅', '052'],
	['812', '福岡県', '福岡市博多区', '博多駅前', '092'],
	['060', '北海道', '札幌市中央区', '北一条西', '011'],
] as const;

/** [last name, first name, company, domain, country, region, city, street, postal code, calling code] */
const FOREIGN = [
	['Miller', 'Sarah', 'Northwind & Sons Ltd.', 'northwind', 'US', 'CA', 'San Mateo', 'Harbor Street', '94401', '+1'],
	["O'Brien", 'Kate', 'Blue Harbor, Inc.', 'blueharbor', 'IE', 'Leinster', 'Dublin', 'Dame Lane', 'D02 X285', '+353'],
	['Schäfer', 'Jürgen', 'Schäfer Maschinenbau GmbH', 'schaefer', 'DE', 'Bayern', 'München', 'Lindwurmstraße', '80337', '+49'],
	['Nguyễn', 'Thị Lan', 'Saigon Textiles JSC', 'saigontex', 'VN', '', 'Ho Chi Minh City', 'Le Loi', '700000', '+84'],
	['김', '민준', '한빛전자', 'hanbit', 'KR', '서울특별시', '강남구', '테헤란로', '06236', '+82'],
	['王', '芳', '上海明珠', 'mingzhu', 'CN', '上海市', '浦东新区', '世纪大道', '200120', '+86'],
] as const;
const FOREIGN_SHARE = 0.1;

const CARD_MEMOS = ['', '', '', '展示会で名刺交換', '「クラウド移行」に関心あり', 'Met at the trade fair; follow up'] as const;

/** Titles of reports by their kind, as often as the kinds occur. */
const REPORTS = [
	...[['Meeting', '定例打ち合わせ'], ['Meeting', '新製品のご紹介'], ['Meeting', '契約更新のご相談']],
	...[['OnlineMeeting', 'オンライン商談'], ['OnlineMeeting', 'Quarterly business review']],
	...[['Call', '見積もりの確認'], ['Email', '資料送付'], ['BizCardExchange', '展示会での名刺交換']],
] as const;
const REPORT_MEMOS = ['次回は来月第2週に訪問。見積書を先に送る。', '予算は来期。\n決裁者は部長。', 'Contract renewal expected in Q4.', ''] as const;
const LOCATIONS = ['先方会議室', '当社 7F 会議室A', '東京国際フォーラム', ''] as const;
const CATEGORIES = [
	{ name: '商談フェーズ', value: '初回訪問' },
	{ name: '商談フェーズ', value: '提案' },
	{ name: '商談フェーズ', value: '受注' },
	{ name: '製品', value: 'クラウド' },
	{ name: 'Region', value: 'Overseas' },
] as const;

function digits(random: Random, count: number): string {
	return String(random.whole(0, 10 ** count - 1)).padStart(count, '0');
}

/** The name of somebody with an address of a domain. */
function invented(random: Random, domain: string) {
	const [lastName, lastNameReading, last] = random.pick(FAMILY_NAMES);
	const [firstName, firstNameReading, first] = random.pick(GIVEN_NAMES);
	return { lastName, firstName, lastNameReading, firstNameReading, email: `${first}.${last}@${domain}` };
}

function japanese(random: Random): CardInput {
	const [[stem, latinStem], [trade, latinTrade]] = [random.pick(STEMS), random.pick(TRADES)];
	const domain = `${latinStem}-${latinTrade}.example.jp`;
	const [postal, prefecture, city, town, area] = random.pick(PLACES);
	const number = () => `${area}-${digits(random, 6 - area.length)}-${digits(random, 4)}`;
	return {
		...invented(random, domain),
		companyName: random.chance(0.3) ? `${stem}${trade}株式会社` : `株式会社${stem}${trade}`,
		url: `https://www.${domain}/`,
		departmentName: random.pick(DEPARTMENTS),
		title: random.pick(TITLES),
		...{ countryCode: 'JP', postalCode: `${postal}-${digits(random, 4)}`, prefecture, city },
		street: `${town}${random.whole(1, 5)}-${random.whole(1, 30)}-${random.whole(1, 20)}`,
		building: random.chance(0.5) ? `${stem}ビル${random.whole(2, 24)}F` : '',
		tel: number(),
		fax: random.chance(0.5) ? number() : '',
		mobile: random.chance(0.7) ? `0${random.pick(['70', '80', '90'])}-${digits(random, 4)}-${digits(random, 4)}` : '',
	};
}

function foreign(random: Random): CardInput {
	const [lastName, firstName, companyName, domain, countryCode, prefecture, city, street, postalCode, calling] = random.pick(FOREIGN);
	return {
		...{ lastName, firstName, companyName, countryCode, prefecture, city, postalCode },
		email: `contact${random.whole(1, 999)}@${domain}.example.com`,
		url: `https://${domain}.example.com/`,
		departmentName: 'Sales',
		title: random.pick(['Director', 'Engineer', null]),
		street: `${random.whole(1, 200)} ${street}`,
		tel: `${calling}-${digits(random, 3)}-${digits(random, 6)}`,
	};
}

/** Whom a made-up card shows, and where to reach them. */
export function inventContact(random: Random): CardInput {
	return random.chance(FOREIGN_SHARE) ? foreign(random) : japanese(random);
}

/** A made-up card: whom it shows, where to reach them, and how it came into the system. */
export function inventCard(random: Random, tags: readonly TagRecord[] = []): CardInput {
	const contact = inventContact(random);
	const status = random.next();
	const isUserCreated = random.chance(0.15);
	return {
		...contact,
		memo: random.pick(CARD_MEMOS),
		entryStatus: status < 0.96 ? 'completed' : status < 0.99 ? 'processing' : 'unreadable',
		isUserCreated,
		isVirtualCard: !isUserCreated && random.chance(0.12),
		hasUnrecognizedChar: random.chance(0.02),
		tagIds: random.chance(0.35) ? random.some(tags, random.whole(1, 3)).map(({ id }) => id) : [],
	};
}

/** Someone who works at the company. */
export function inventColleague(random: Random, number: number): Omit<Person, 'id'> {
	const { lastName, firstName, email } = invented(random, 'example.co.jp');
	return { name: `${lastName} ${firstName}`, email: email.replace('@', `${number}@`) };
}

/** A made-up report of a talk with people whose cards are known. */
export function inventReport(random: Random, cards: readonly BizCardRecord[], colleagues: readonly Person[]): ReportInput {
	const [type, title] = random.pick(REPORTS);
	return {
		type,
		title,
		location: type === 'Meeting' || type === 'BizCardExchange' ? random.pick(LOCATIONS) : '',
		memo: random.pick(REPORT_MEMOS),
		categories: random.some(CATEGORIES, random.whole(0, 2)),
		externalAttendees: random
			.some(cards, random.whole(1, 3))
			.map(({ id, personId, companyName, lastName, firstName }) => ({ id, personId, companyName, lastName, firstName })),
		internalAttendees: random
			.some(colleagues, random.whole(0, 2))
			.map(({ id, name }) => ({ id, name, departmentName: random.pick(['営業部', '開発部']) })),
	};
}
