import { minOf } from '@quittance/money';
import type { InvoiceId } from '@quittance/kernel';
import type { CreditNote } from '../credit-notes/credit-note.repository.js';

/** Credit that is there to be used. */
export type OpenCredit = Pick<
  CreditNote,
  'id' | 'kind' | 'status' | 'accountId' | 'currency' | 'invoiceId' | 'remaining' | 'issueDate'
>;

/** An invoice that takes credit. */
export interface OpenInvoice {
  readonly id: InvoiceId;
  readonly accountId: CreditNote['accountId'];
  readonly currency: CreditNote['currency'];
  readonly issueDate: CreditNote['issueDate'];
  readonly balance: bigint;
}

/** A part of a note's credit meant for an invoice, in minor units. */
export interface CreditAllocation<Note = OpenCredit, Invoice = OpenInvoice> {
  readonly note: Note;
  readonly invoice: Invoice;
  readonly amount: bigint;
}

/**
 * Shares credit out by itself: the oldest note to the oldest invoice of its account and currency,
 * but first to the invoice it refers to. Pure.
 */
export function allocateCredit<Note extends OpenCredit, Invoice extends OpenInvoice>(
  notes: readonly Note[],
  invoices: readonly Invoice[],
): CreditAllocation<Note, Invoice>[] {
  const balances = new Map(invoices.map(({ id, balance }) => [id, balance]));
  const oldest = [...invoices].sort(byAge);
  return [...notes].sort(byAge).flatMap((note) => {
    let left = isUsable(note) ? note.remaining : 0n;
    return inTurn(note, oldest).flatMap((invoice) => {
      const open = balances.get(invoice.id) ?? 0n;
      const amount = minOf(left, open);
      if (amount <= 0n) return [];
      left -= amount;
      balances.set(invoice.id, open - amount);
      return [{ note, invoice, amount }];
    });
  });
}

function isUsable({ status }: OpenCredit): boolean {
  return status === 'issued' || status === 'partially_applied';
}

function inTurn<Invoice extends OpenInvoice>(note: OpenCredit, oldest: readonly Invoice[]) {
  const alike = oldest.filter(
    ({ accountId, currency }) => accountId === note.accountId && currency === note.currency,
  );
  if (note.kind === 'on_account') return alike;
  const own = alike.filter(({ id }) => id === note.invoiceId);
  return [...own, ...alike.filter(({ id }) => id !== note.invoiceId)];
}

/** Ids are in time order, so they decide within a day. */
function byAge(
  a: { readonly issueDate: string; readonly id: string },
  b: { readonly issueDate: string; readonly id: string },
): number {
  const [one, two] = [`${a.issueDate} ${a.id}`, `${b.issueDate} ${b.id}`];
  return one < two ? -1 : 1;
}
