import type { Fields, StandInAnswer } from '../services';
import { refusal } from './rules';

/**
 * Campaigns and their members.
 *
 * Sources: "Object Reference" (CampaignMember, CampaignMemberStatus, Lead), "Error 'CANNOT_UPDATE_CONVERTED_LEAD'" (Salesforce Help);
 * the words of a second membership: openstax/tutor-server#1653.
 */

/** The statuses that a new campaign has; the first one is its default. */
const STATUSES: readonly unknown[] = ['Sent', 'Responded'];

/** A converted lead is read-only. */
export const CONVERTED = refusal(400, 'CANNOT_UPDATE_CONVERTED_LEAD', 'cannot reference converted lead');

/** The status of a new member: one that its campaign does not have becomes the default. */
export function statusOf({ Status }: Fields): unknown {
	return STATUSES.includes(Status) ? Status : STATUSES[0];
}

/**
 * What is wrong with a new member of a campaign, if anything. A lead and a contact are two members, and each is one once.
 *
 * @param lead the lead that is to become a member, if it is one
 * @param members those of all campaigns
 */
export function memberViolation(
	{ CampaignId, LeadId, ContactId }: Fields,
	lead: Fields | undefined,
	members: readonly Fields[],
): StandInAnswer | undefined {
	const isOne = Boolean(LeadId) !== Boolean(ContactId);
	if (!isOne) return refusal(400, 'FIELD_INTEGRITY_EXCEPTION', 'A campaign member is either a lead or a contact');
	if (lead?.IsConverted === true) return CONVERTED;

	const isSame = (member: Fields) => (LeadId ? member.LeadId === LeadId : member.ContactId === ContactId);
	const isMember = members.some((member) => member.CampaignId === CampaignId && isSame(member));
	return isMember ? refusal(400, 'DUPLICATE_VALUE', 'Already a campaign member.') : undefined;
}
