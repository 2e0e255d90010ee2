/** An address area: [first three digits of the postal code, prefecture, city, town, area code]. */
export type PlaceRow = readonly [
	postal: string,
	prefecture: string,
	city: string,
	town: string,
	areaCode: string,
];

/** Where Japanese companies sit. */
export const PLACES: readonly PlaceRow[] = [
	['100', '東京都', '千代田区', '丸の内', '03'],
	['104', '東京都', '中央区', '銀座', '03'],
	['107', '東京都', '港区', '赤坂', '03'],
	['150', '東京都', '渋谷区', '神宮前', '03'],
	['160', '東京都', '新宿区', '西新宿', '03'],
	['141', '東京都', '品川区', '大崎', '03'],
	['220', '神奈川県', '横浜市西区', 'みなとみらい', '045'],
	['210', '神奈川県', '川崎市川崎区', '駅前本町', '044'],
	['260', '千葉県', '千葉市中央区', '新町', '043'],
	['330', '埼玉県', 'さいたま市大宮区', '桜木町', '048'],
	['530', '大阪府', '大阪市北区', '梅田', '06'],
	['541', '大阪府', '大阪市中央区', '本町', '06'],
	['600', '京都府', '京都市下京区', '四条通', '075'],
	['650', '兵庫県', '神戸市中央区', '三宮町', '078'],
	['450', '愛知県', '名古屋市中村区', '名駅', '052'],
	['460', '愛知県', '名古屋市中区', '錦', '052'],
	['812', '福岡県', '福岡市博多区', '博多駅前', '092'],
	['060', '北海道', '札幌市中央区', '北一条西', '011'],
	['980', '宮城県', '仙台市青葉区', '一番町', '022'],
	['730', '広島県', '広島市中区', '八丁堀', '082'],
	['920', '石川県', '金沢市', '香林坊', '076'],
	['900', '沖縄県', '那覇市', '久茂地', '098'],
];

/** Names of office buildings; empty for none. */
export const BUILDINGS: readonly string[] = [
	'青葉ビル',
	'セントラルタワー',
	'駅前第二ビル',
	'サンライズプラザ',
	'KSビルディング',
	'',
	'',
];

/** Abroad: [country, region, city, street, postal code, country calling code]. */
export const FOREIGN_PLACES: ReadonlyArray<
	readonly [string, string, string, string, string, string]
> = [
	['US', 'CA', 'San Mateo', 'Harbor Street', '94401', '+1'],
	['IE', 'Leinster', 'Dublin', 'Dame Lane', 'D02 X285', '+353'],
	['DE', 'Bayern', 'München', 'Lindwurmstraße', '80337', '+49'],
	['FR', 'Île-de-France', 'Paris', 'rue du Bac', '75007', '+33'],
	['ES', 'Madrid', 'Madrid', 'Calle Mayor', '28013', '+34'],
	['VN', '', 'Ho Chi Minh City', 'Le Loi', '700000', '+84'],
	['TH', '', 'Bangkok', 'Silom Road', '10500', '+66'],
	['ID', 'Jakarta', 'Jakarta', 'Jalan Thamrin', '10350', '+62'],
	['CN', '上海市', '浦东新区', '世纪大道', '200120', '+86'],
	['KR', '서울특별시', '강남구', '테헤란로', '06236', '+82'],
	['SE', 'Stockholm', 'Stockholm', 'Drottninggatan', '111 51', '+46'],
	['IN', 'Karnataka', 'Bengaluru', 'MG Road', '560001', '+91'],
];
