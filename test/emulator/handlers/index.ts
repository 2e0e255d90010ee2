import type { EndpointId } from '../endpoints';
import type { Handler } from './call';
import * as organization from './organization';
import * as reading from './reading';
import * as registration from './registration';

/** Who does the work of which endpoint. */
export const HANDLERS: Readonly<Record<EndpointId, Handler>> = {
	E1: reading.getCards,
	E2: reading.searchCards,
	E3: reading.getCard,
	E4: reading.getCardImage,
	E5: reading.getCardTags,
	E6: registration.createCard,
	E7: registration.uploadImage,
	E8: reading.getPerson,
	E9: reading.getReports,
	E10: reading.getTags,
	E11: organization.exportUsers,
	E12: organization.exportDepartments,
	E13: organization.reserveImport,
	E14: organization.checkImport,
	E15: organization.getImportStatus,
	E16: organization.getImportResult,
};
