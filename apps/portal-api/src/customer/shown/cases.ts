import { caseObject, type PublicComment } from '@quittance/crm/host';
import { standardList } from '@quittance/objects/host';
import { casesWithin, portalRecords, type Says, type SaysOfRecord } from '@quittance/portal';

/** Of each field of a case who of a customer sees it: clocks and solutions are staff's own. */
const CASE: SaysOfRecord = {
  id: 'plain',
  version: 'nobody',
  number: 'plain',
  accountId: 'plain',
  contactId: 'plain',
  subject: 'plain',
  description: 'plain',
  origin: 'nobody',
  reason: 'plain',
  priority: 'plain',
  relatedObject: 'plain',
  relatedId: 'plain',
  portalUserId: 'plain',
  status: 'plain',
  resolution: 'nobody',
  firstResponseDueAt: 'nobody',
  resolutionDueAt: 'nobody',
  firstRespondedAt: 'nobody',
  resolvedAt: 'plain',
  closedAt: 'plain',
  rating: 'plain',
  ratedAt: 'plain',
  waitingSince: 'nobody',
  pausedSeconds: 'nobody',
  firstResponseBreached: 'nobody',
  resolutionBreached: 'nobody',
  ownerId: 'nobody',
  createdAt: 'plain',
  createdBy: 'nobody',
  updatedAt: 'plain',
  updatedBy: 'nobody',
};

const SAID: Says<PublicComment> = {
  id: 'plain',
  body: 'plain',
  authorName: 'plain',
  byCustomer: 'plain',
  createdAt: 'plain',
};

/** The same of a case with what was said about it. */
export const SHOWN_CASE = { ...CASE, comments: SAID };

export const portalCases = portalRecords(caseObject, {
  list: standardList(caseObject),
  within: casesWithin,
  says: CASE,
});
