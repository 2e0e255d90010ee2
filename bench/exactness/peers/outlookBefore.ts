import { outlook } from './outlook';

/**
 * n8n's Outlook trigger before its fix: an error falls through to where the window moves on, and what arrived in between
 * is never asked for again.
 *
 * Source: n8n-io/n8n, packages/nodes-base/nodes/Microsoft/Outlook/MicrosoftOutlookTrigger.node.ts (poll) and
 * trigger/GenericFunctions.ts (getPollResponse: from the start inclusive to the end exclusive, every page), as of
 * commit a353b11; the fault is described in pull request 28157, mails lost within a minute in issue 24970.
 */
export const outlookBefore = outlook(true);
