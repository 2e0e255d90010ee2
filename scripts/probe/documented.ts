import { RECORD_FIELDS } from '../../nodes/shared';

/** Field names of the spec's tables. */

export const CARD_FIELDS: readonly string[] = RECORD_FIELDS.card;

export const REPORT_FIELDS: readonly string[] = RECORD_FIELDS.report;

/** The fields of a card that may be null (spec: BizCard). */
export const NULLABLE_FIELDS: readonly string[] = ['lastNameReading', 'firstNameReading', 'title'];
