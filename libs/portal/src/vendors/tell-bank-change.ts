import type { Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import type { BankChange } from './vendor-company.js';

/** Tells what became of an account that a vendor has sent or staff ask for, without its numbers. */
export function tellBankChange(tx: Tx, change: BankChange): void {
  const { id, vendorId, vendorName, portalUserId, requestedBy, status, reason } = change;
  const about = { object: 'ledger-account', recordId: vendorId };
  const told = { id, vendorId, vendorName, status, reason };
  if (portalUserId !== null) {
    emit(tx, { type: BY_VENDOR[status], ...about, data: { ...told, portalUserId } });
    return;
  }
  emit(tx, { type: BY_STAFF[status], ...about, data: { ...told, requestedBy: requestedBy ?? '' } });
}

const BY_STAFF = {
  waiting: 'ledger_account.bank_details_requested',
  approved: 'ledger_account.bank_details_approved',
  rejected: 'ledger_account.bank_details_rejected',
  withdrawn: 'ledger_account.bank_details_withdrawn',
} as const;

const BY_VENDOR = {
  waiting: 'vendor.bank_details_sent',
  approved: 'vendor.bank_details_approved',
  rejected: 'vendor.bank_details_rejected',
  withdrawn: 'vendor.bank_details_withdrawn',
} as const;
