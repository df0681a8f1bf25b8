import { standardList } from '@quittance/objects/host';
import { portalRecords, type SaysOfRecord } from '@quittance/portal';
import { contractsWithin } from '@quittance/portal/host';
import { contractObject } from '@quittance/sales/host';

/** Of each field of a contract who of a customer sees it. */
export const CONTRACT: SaysOfRecord = {
  id: 'plain',
  version: 'nobody',
  number: 'plain',
  accountId: 'plain',
  status: 'plain',
  startDate: 'plain',
  endDate: 'plain',
  currency: 'price',
  value: 'price',
  autoRenew: 'plain',
  noticeDays: 'plain',
  renewalTermMonths: 'plain',
  upliftPercent: 'price',
  upliftCap: 'price',
  noticeGivenOn: 'plain',
  noticeToldOn: 'nobody',
  terminatedOn: 'plain',
  // Why it ended, and what it is about, is what staff write down for themselves.
  endReason: 'nobody',
  salesOrderId: 'orders',
  quoteId: 'nobody',
  previousId: 'plain',
  successorId: 'nobody',
  description: 'nobody',
  ownerId: 'nobody',
  createdAt: 'plain',
  createdBy: 'nobody',
  updatedAt: 'plain',
  updatedBy: 'nobody',
};

export const portalContracts = portalRecords(contractObject, {
  list: standardList(contractObject),
  within: contractsWithin,
  says: CONTRACT,
});
