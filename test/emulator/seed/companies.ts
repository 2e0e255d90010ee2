/** A customer or supplier: [name, first label of its domain, whether it is Japanese]. */
export type CompanyRow = readonly [name: string, domain: string, japanese: boolean];

const STEMS: ReadonlyArray<readonly [string, string]> = [
	['青葉', 'aoba'],
	['日の出', 'hinode'],
	['みらい', 'mirai'],
	['北斗', 'hokuto'],
	['東都', 'toto'],
	['瀬戸内', 'setouchi'],
	['富士見', 'fujimi'],
	['大和川', 'yamatogawa'],
	['さざなみ', 'sazanami'],
	['若草', 'wakakusa'],
	['銀河', 'ginga'],
	['八重洲', 'yaesu'],
	['玄海', 'genkai'],
	['信濃', 'shinano'],
	['琥珀', 'kohaku'],
	['朝凪', 'asanagi'],
];
const TRADES: ReadonlyArray<readonly [string, string]> = [
	['電機', 'denki'],
	['商事', 'shoji'],
	['物流', 'logi'],
	['建設', 'kensetsu'],
	['システムズ', 'systems'],
	['食品', 'foods'],
	['製薬', 'pharma'],
	['印刷', 'print'],
	['化学', 'chem'],
];
const FOREIGN: readonly CompanyRow[] = [
	['Northwind & Sons Ltd.', 'northwind', false],
	['Schäfer Maschinenbau GmbH', 'schaefer-mb', false],
	['Blue Harbor, Inc.', 'blueharbor', false],
	['Lumière Conseil S.A.', 'lumiere', false],
	['Saigon Textiles JSC', 'saigontex', false],
	['한빛전자', 'hanbit', false],
	['Siam Packaging Co., Ltd.', 'siampack', false],
];

/** Japanese companies: every stem with every trade, the legal form before or behind. */
export const JAPANESE_COMPANIES: readonly CompanyRow[] = STEMS.flatMap(([stem, latinStem], row) =>
	TRADES.map(([trade, latinTrade], column): CompanyRow => {
		const name = stem + trade;
		const written = (row + column) % 3 === 0 ? `${name}株式会社` : `株式会社${name}`;
		return [written, `${latinStem}-${latinTrade}`, true];
	}),
);

/** Companies abroad. */
export const FOREIGN_COMPANIES = FOREIGN;

/** Departments as they stand on cards. */
export const CARD_DEPARTMENTS: readonly string[] = [
	'営業部',
	'第一営業部',
	'営業本部 法人営業課',
	'マーケティング部',
	'開発部',
	'情報システム部',
	'総務部',
	'人事部',
	'経理部',
	'購買部',
	'品質保証部',
	'海外事業部',
	'',
];

/** Titles as they stand on cards; null for none. */
export const TITLES: ReadonlyArray<string | null> = [
	'代表取締役社長',
	'取締役',
	'執行役員',
	'部長',
	'次長',
	'課長',
	'課長代理',
	'係長',
	'主任',
	'マネージャー',
	'エンジニア',
	null,
	null,
	null,
];

/** Departments and titles on foreign cards. */
export const FOREIGN_DEPARTMENTS: readonly string[] = [
	'Sales',
	'Procurement',
	'R&D',
	'Business Development',
	'',
];
export const FOREIGN_TITLES: ReadonlyArray<string | null> = [
	'Director',
	'Account Manager',
	'Vice President',
	'Engineer',
	null,
];
