import { portalObject, type Says } from '@quittance/portal';
import {
  approvalNoun,
  approvalsAt,
  approvalsWithin,
  type ApprovalDetail,
} from '@quittance/portal/host';
import type { Instant } from '@quittance/kernel';

const HEAD = {
  id: 'plain',
  version: 'plain',
  accountId: 'plain',
  requestedBy: 'plain',
  requesterName: 'plain',
  number: 'plain',
  subject: 'plain',
  orderId: 'plain',
  quoteId: 'plain',
  subscriptionId: 'plain',
  total: 'price',
  currency: 'price',
  status: 'plain',
  approvals: 'plain',
  note: 'plain',
  expiresAt: 'plain',
  decidedAt: 'plain',
  decidedBy: 'plain',
  reason: 'plain',
  createdAt: 'plain',
  updatedAt: 'nobody',
} as const;

/** Of each member of a request who of a customer sees it. */
export const APPROVAL: Says<ApprovalDetail> = {
  ...HEAD,
  limit: 'price',
  limitCurrency: 'price',
  limitPeriod: 'plain',
  limitUsed: 'price',
  signatures: {
    portalUserId: 'plain',
    name: 'plain',
    decision: 'plain',
    note: 'plain',
    signedAt: 'plain',
  },
};

/** Requests as they stand at an instant. */
export const portalApprovalsAt = (now: Instant) =>
  portalObject(approvalNoun, {
    name: 'approval',
    list: approvalsAt(now),
    within: approvalsWithin,
    says: HEAD,
  });

/** What lists of them are filtered and sorted by, and which of them are in reach. */
export const portalApprovals = portalApprovalsAt('1970-01-01T00:00:00.000Z' as Instant);
