import type { Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import type { BankChange } from './vendor-company.js';

/** Tells what became of an account that a vendor has sent, without its numbers. */
export function tellBankChange(tx: Tx, change: BankChange): void {
  const { id, vendorId, vendorName, portalUserId, status, reason } = change;
  const about = { object: 'ledger-account', recordId: vendorId };
  const data = { id, vendorId, vendorName, portalUserId, status, reason };
  emit(tx, { type: TYPES[status], ...about, data });
}

const TYPES = {
  waiting: 'vendor.bank_details_sent',
  approved: 'vendor.bank_details_approved',
  rejected: 'vendor.bank_details_rejected',
  withdrawn: 'vendor.bank_details_withdrawn',
} as const;
