import type { CardInput } from '../../test/emulator';
import type { Random } from '../../test/emulator/seed/random';

/** Invented people with their business cards, in Japan and abroad. */

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
/** [last name, first name, as an address has them] */
const NAMES_ABROAD = table(
	'García José jose.garcia|Müller Anna anna.mueller|Smith Emily emily.smith|Dubois Claire claire.dubois|' +
		'Rossi Marco marco.rossi|Nowak Piotr piotr.nowak|Tan Wei wei.tan|Patel Priya priya.patel|Jensen Søren soren.jensen',
);

/** Companies in Japan are a stem with a trade: [written, in Latin letters]. */
const STEMS = table(
	'青葉 aoba|日の出 hinode|みらい mirai|北斗 hokuto|富士見 fujimi|若草 wakakusa|銀河 ginga|琥珀 kohaku',
);
const TRADES = table('電機 denki|商事 shoji|物流 logi|建設 kensetsu|システムズ systems|食品 foods|製薬 pharma');
const COMPANIES_ABROAD = ['Blue Harbor, Inc.', 'Nordlicht GmbH', 'Cedar & Pine Ltd.', 'Sol Naciente S.A.'];

/** [postal code, prefecture, city, town, area code] */
const PLACES = table(
	'100-0005 東京都 千代田区 丸の内 03|220-0012 神奈川県 横浜市西区 みなとみらい 045|530-0001 大阪府 大阪市北区 梅田 06|' +
		'450-0002 愛知県 名古屋市中村区 名駅 052|812-0011 福岡県 福岡市博多区 博多駅前 092',
);
/** [country, postal code, city, street, country's and area's code] */
const PLACES_ABROAD = table(
	'US 94607 Oakland Harbor +1-510|DE 20457 Hamburg Hafenweg +49-40|GB EH1 Edinburgh Cedar +44-131|ES 08003 Barcelona Mar +34-93',
);

const DEPARTMENTS = ['営業部', 'マーケティング部', '開発部', '情報システム部', '総務部', ''];
const DEPARTMENTS_ABROAD = ['Sales', 'Marketing', 'Engineering', 'Purchasing', ''];
const TITLES = ['代表取締役社長', '部長', '課長', '主任', 'エンジニア', null] as const;
const TITLES_ABROAD = ['CEO', 'Head of Sales', 'Account Manager', 'Engineer', null] as const;

const HOME = 'JP';
/** One person in so many lives abroad. */
const SHARE_ABROAD = 0.3;

/** What a card says about who somebody is. */
type Name = Pick<CardInput, 'lastName' | 'firstName' | 'lastNameReading' | 'firstNameReading'> & { email: string };

function nameAtHome(random: Random, domain: string): Name {
	const [lastName = '', lastNameReading = '', last] = random.pick(FAMILY_NAMES);
	const [firstName = '', firstNameReading = '', first] = random.pick(GIVEN_NAMES);
	return { lastName, firstName, lastNameReading, firstNameReading, email: `${first}.${last}@${domain}` };
}

function nameAbroad(random: Random, domain: string): Name {
	const [lastName = '', firstName = '', local] = random.pick(NAMES_ABROAD);
	return { lastName, firstName, lastNameReading: null, firstNameReading: null, email: `${local}@${domain}` };
}

/** The name of somebody, with an address of a domain. */
export function inventName(random: Random, domain: string): Name {
	return random.chance(SHARE_ABROAD) ? nameAbroad(random, domain) : nameAtHome(random, domain);
}

/** A job title, as people get another one, in the language of their country. */
export function inventTitle(random: Random, countryCode = HOME): string | null {
	return random.pick<string | null>(countryCode === HOME ? TITLES : TITLES_ABROAD);
}

function fourDigits(random: Random): number {
	return random.whole(1_000, 9_999);
}

function personAtHome(random: Random): CardInput {
	const [stem, latinStem] = random.pick(STEMS);
	const [trade, latinTrade] = random.pick(TRADES);
	const domain = `${latinStem}-${latinTrade}.example.jp`;
	const [postalCode, prefecture, city, town, area] = random.pick(PLACES);

	return {
		...nameAtHome(random, domain),
		companyName: `株式会社${stem}${trade}`,
		url: `https://www.${domain}/`,
		departmentName: random.pick(DEPARTMENTS),
		title: inventTitle(random),
		countryCode: HOME,
		postalCode,
		prefecture,
		city,
		street: `${town}${random.whole(1, 5)}-${random.whole(1, 30)}-${random.whole(1, 20)}`,
		building: random.chance(0.5) ? `${stem}ビル${random.whole(2, 24)}F` : '',
		tel: `${area}-${fourDigits(random)}-${fourDigits(random)}`,
		mobile: random.chance(0.7) ? `090-${fourDigits(random)}-${fourDigits(random)}` : '',
	};
}

function personAbroad(random: Random): CardInput {
	const companyName = random.pick(COMPANIES_ABROAD);
	const domain = `${companyName.toLowerCase().replace(/\W+/g, '')}.example.com`;
	const [countryCode = '', postalCode, city, street, area] = random.pick(PLACES_ABROAD);

	return {
		...nameAbroad(random, domain),
		companyName,
		url: `https://www.${domain}/`,
		departmentName: random.pick(DEPARTMENTS_ABROAD),
		title: inventTitle(random, countryCode),
		countryCode,
		postalCode,
		city,
		street: `${street} ${random.whole(1, 99)}`,
		tel: `${area}-${fourDigits(random)}-${fourDigits(random)}`,
	};
}

/** What a card says about somebody, and where to reach them. */
export function inventPerson(random: Random): CardInput {
	return random.chance(SHARE_ABROAD) ? personAbroad(random) : personAtHome(random);
}
