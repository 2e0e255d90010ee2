import { CARD, REPORT } from '../../nodes/BusinessCardData/outputs/records';

/** Field names of the spec's tables. */

export const CARD_FIELDS: readonly string[] = Object.keys(CARD.properties ?? {});

export const REPORT_FIELDS: readonly string[] = Object.keys(REPORT.properties ?? {});

/** The fields of a card that may be null (spec: BizCard). */
export const NULLABLE_FIELDS: readonly string[] = ['lastNameReading', 'firstNameReading', 'title'];
