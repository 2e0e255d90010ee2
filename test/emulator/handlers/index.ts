import type { EndpointId } from '../endpoints';
import type { Handler } from '../service';
import { getCard, getCardImage, getCards, getCardTags, getPerson, searchCards } from './cards';
import { createCard } from './createCard';
import {
	checkImport,
	exportDepartments,
	exportUsers,
	getImportResult,
	getImportStatus,
	reserveImport,
} from './organization';
import { getReports } from './reports';
import { getTags } from './tags';
import { uploadImage } from './uploadImage';

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
	E11: exportUsers,
	E12: exportDepartments,
	E13: reserveImport,
	E14: checkImport,
	E15: getImportStatus,
	E16: getImportResult,
};
