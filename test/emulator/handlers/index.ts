import type { EndpointId } from '../endpoints';
import type { Handler } from '../server';
import { checkImport, exportOf, getImportResult, getImportStatus, reserveImport } from './organization';
import { getCard, getCardImage, getCards, getCardTags, getPerson, getReports, getTags, searchCards } from './reading';
import { createCard, uploadImage } from './registration';

/** Who does the work of which endpoint. */
export const HANDLERS: Readonly<Record<EndpointId, Handler>> = {
	E1: getCards,
	E2: searchCards,
	E3: getCard,
	E4: getCardImage,
	E5: getCardTags,
	E6: createCard,
	E7: uploadImage,
	E8: getPerson,
	E9: getReports,
	E10: getTags,
	E11: exportOf('user'),
	E12: exportOf('department'),
	E13: reserveImport,
	E14: checkImport,
	E15: getImportStatus,
	E16: getImportResult,
};
