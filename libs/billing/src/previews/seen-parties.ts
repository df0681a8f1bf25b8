import { reachedAccounts } from '@quittance/crm';
import type { Tx } from '@quittance/database';
import type { AccountId } from '@quittance/kernel';
import type { PreviewedInvoice, PreviewedSchedule } from './preview.view.js';

/** A previewed invoice as it is told: without whom it is made out to, where that is kept. */
export interface ToldInvoice extends Omit<PreviewedInvoice, 'billTo'> {
  readonly billTo: PreviewedInvoice['billTo'] | null;
}

/** The same of all that a run would make of a schedule. */
export interface ToldSchedule extends Omit<PreviewedSchedule, 'invoices' | 'accountName'> {
  readonly accountName: string | null;
  readonly invoices: ToldInvoice[];
}

/** Those of accounts of which whoever asks may be told what they are called and where they are. */
export async function seenParties(
  tx: Tx,
  ids: readonly AccountId[],
): Promise<ReadonlySet<AccountId>> {
  if (!tx.ctx.permissions.can('accounts', 'view')) return new Set();
  return reachedAccounts(tx, 'accounts', [...new Set(ids)]);
}

/** What a preview tells of an invoice. */
export function toldInvoice(invoice: PreviewedInvoice, isSeen: boolean): ToldInvoice {
  return isSeen ? invoice : { ...invoice, billTo: null };
}

/** What a preview tells of a schedule. */
export function toldSchedule(shown: PreviewedSchedule, seen: ReadonlySet<AccountId>): ToldSchedule {
  const isSeen = seen.has(shown.accountId);
  const invoices = shown.invoices.map((invoice) => toldInvoice(invoice, isSeen));
  return { ...shown, accountName: isSeen ? shown.accountName : null, invoices };
}
