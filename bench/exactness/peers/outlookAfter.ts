import { outlook } from './outlook';

/**
 * n8n's Outlook trigger after its fix: a failed poll ends before the window moves on. The window still goes by the clock of
 * this machine, so what arrives late, or is stamped by another clock, falls between two of them.
 *
 * Source: n8n-io/n8n, pull request 28157, on packages/nodes-base/nodes/Microsoft/Outlook/MicrosoftOutlookTrigger.node.ts.
 */
export const outlookAfter = outlook(false);
