import type { ReportCategory, ReportType, TagType } from '../records';

/** Kinds of report, as often as they are to occur. */
export const REPORT_TYPES: readonly ReportType[] = [
	'Meeting',
	'Meeting',
	'Meeting',
	'OnlineMeeting',
	'OnlineMeeting',
	'Call',
	'Call',
	'Email',
	'BizCardExchange',
	'BizCardExchange',
];

/** Titles by kind. */
export const REPORT_TITLES: Readonly<Record<ReportType, readonly string[]>> = {
	Meeting: ['定例打ち合わせ', '新製品のご紹介', '導入前ヒアリング', '契約更新のご相談', '工場見学'],
	OnlineMeeting: ['オンライン商談', '製品デモ', '進捗確認', 'Quarterly business review'],
	Call: ['見積もりの確認', '納期のご連絡', 'お問い合わせ対応'],
	Email: ['資料送付', 'お礼のご連絡', '日程調整'],
	BizCardExchange: ['名刺交換', '展示会での名刺交換', '業界懇親会'],
};

/** Places of meetings. */
export const LOCATIONS: readonly string[] = [
	'先方会議室',
	'当社 7F 会議室A',
	'東京国際フォーラム',
	'幕張メッセ',
	'',
	'',
];

/** Categories that a report may carry. */
export const CATEGORIES: readonly ReportCategory[] = [
	{ name: '商談フェーズ', value: '初回訪問' },
	{ name: '商談フェーズ', value: '提案' },
	{ name: '商談フェーズ', value: '見積提示' },
	{ name: '商談フェーズ', value: '受注' },
	{ name: '製品', value: 'クラウド' },
	{ name: '製品', value: '保守' },
	{ name: 'Region', value: 'Overseas' },
];

/** What people note down. */
export const REPORT_MEMOS: readonly string[] = [
	'次回は来月第2週に訪問。見積書を先に送る。',
	'予算は来期。決裁者は部長。',
	'競合の提案も検討中とのこと。\n価格よりサポート体制を重視。',
	'Contract renewal expected in Q4.',
	'',
];

/** Notes on cards. */
export const CARD_MEMOS: readonly string[] = [
	'',
	'',
	'',
	'展示会で名刺交換',
	'「クラウド移行」に関心あり',
	'紹介: 前田様',
	'Met at the trade fair; follow up',
];

/** Tags a company uses. */
export const TAGS: ReadonlyArray<readonly [name: string, type: TagType]> = [
	['重要顧客', 'public'],
	['年賀状', 'private'],
	['展示会2024', 'shared'],
	['フォロー中', 'private'],
	['メルマガ送付可', 'public'],
	['パートナー', 'shared'],
	['休眠', 'private'],
	['Overseas', 'public'],
	['紹介', 'private'],
	['要電話', 'private'],
	['セミナー参加', 'shared'],
	['製造業', 'public'],
];
