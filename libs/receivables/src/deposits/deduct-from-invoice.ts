import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import type { Tx } from '@quittance/database';
import { invalidField, notFound, references, type Ctx, type InvoiceId } from '@quittance/kernel';
import { formatMinor, minOf } from '@quittance/money';
import { TaxQuotes, type Taxes } from '@quittance/tax';
import { refuseForeign } from '../credit-notes/corrected-invoice.js';
import { moveCredits, type CreditMove } from '../credits/move-application.js';
import { refuseAwaitingInvoices } from '../invoice-records/awaiting-invoices.js';
import { refuseUndeterminedDrafts } from '../invoice-lines/undetermined.js';
import { isClosed } from '../invoices/invoice.js';
import type { Invoice } from '../invoices/invoice.repository.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { parseAmount } from '../parse-amount.js';
import {
  creditExceedsBalance,
  depositNotAvailable,
  invoiceStatusConflict,
  noDepositLeft,
} from '../receivables.errors.js';
import { accountDepositsAmong, lockWithDeposits } from './account-deposit.repository.js';
import { availableOf, takenOf, type DepositMoney, type TakenDeposit } from './deposit.js';
import { shownInvoice } from './shown-invoice.js';
import { storeDepositNotes } from './deposit-note.js';
import { freeOf, readDeposits, type LockedDeposit } from './deposit.repository.js';

/** A deposit, and how much of it in major units as decimal text: all that fits when absent. */
export interface NamedDeposit {
  readonly invoiceId: InvoiceId;
  readonly amount?: string;
}

export interface DeductionInput {
  /** Every open deposit of the customer, the oldest first, when absent. */
  readonly deposits?: readonly NamedDeposit[];
}

/** A locked deposit with the money of it. */
interface Open extends DepositMoney {
  readonly locked: LockedDeposit;
}

/**
 * Deducts what a customer has paid ahead from an invoice: by notes of the deposits' own net and
 * tax, so that what was taxed when it was paid is not taxed again.
 */
@Injectable()
export class DeductFromInvoice {
  constructor(private readonly taxes: TaxQuotes) {}

  /**
   * @throws DomainError not_found, validation_failed, invoice_status_conflict, tax_undetermined,
   *   account_mismatch, currency_mismatch, deposit_not_available, no_deposit_left,
   *   credit_exceeds_balance, tax_inputs_changing, record_awaits_approval
   */
  execute(ctx: Ctx, id: InvoiceId, { deposits }: DeductionInput): Promise<InvoiceView> {
    refuseNames(id, deposits ?? []);
    return this.taxes.write(ctx, (tx, taxes) => deduct(tx, taxes, id, deposits ?? null));
  }
}

async function deduct(
  tx: Tx,
  taxes: Taxes,
  id: InvoiceId,
  named: readonly NamedDeposit[] | null,
): Promise<InvoiceView> {
  const ids = named?.map(({ invoiceId }) => invoiceId) ?? null;
  const [held, behind, deposits, company, basis] = await tx.locked(
    () => lockWithDeposits(tx, id, ids),
    (locked) => locked,
    (locked) => accountDepositsAmong(locked, [id, ...(ids ?? [])]),
    readCompanyTerms,
    (locked) => taxes.load(locked),
  );
  const invoice = held.find((each) => each.id === id);
  if (!invoice) throw notFound({ object: 'invoice' });
  await refuseAwaitingInvoices(tx, [invoice]);
  const { status } = invoice;
  if (isClosed(status) || invoice.balance === 0n || deposits.has(id)) {
    throw invoiceStatusConflict({ status, operation: 'deduct deposits from' });
  }
  await refuseUndeterminedDrafts(tx, [invoice]);
  for (const [i, each] of (named ?? []).entries()) {
    const deposit = held.find((one) => one.id === each.invoiceId);
    if (!deposit || !deposits.has(each.invoiceId)) {
      const pointer = `/deposits/${i}/invoiceId`;
      throw invalidField(pointer, references.notFound.code, 'There is no such deposit.');
    }
    refuseForeign(deposit, invoice);
  }
  const live = held.filter((each) => each !== invoice && !isClosed(each.status));
  const open = (await readDeposits(behind, live, 'wait')).map(openOf);
  const taken = named ? namedOf(invoice, open, named) : takenOf(open.sort(byAge), invoice.balance);
  if (taken.length === 0) throw noDepositLeft({ number: invoice.number });
  await refuseAwaitingInvoices(
    tx,
    taken.map(({ deposit }) => deposit.locked.invoice),
  );
  const today = companyToday(company, tx.ctx.now);
  const fresh = taken.flatMap(({ deposit: { locked: deposit, free }, amount }) => {
    const why = `deducted from invoice ${invoice.number}`;
    const part = { deposit, amount: amount - free, why };
    return amount > free ? [part] : [];
  });
  const made = await storeDepositNotes(tx, fresh, { company, today, basis });
  await moveCredits(tx, movesOf(taken, made, invoice), today);
  return shownInvoice(tx, id, today);
}

/** What is free again goes before the new note. */
function movesOf(
  taken: readonly TakenDeposit<Open>[],
  made: Awaited<ReturnType<typeof storeDepositNotes>>,
  invoice: Invoice,
): CreditMove[] {
  return taken.flatMap(({ deposit: { locked }, amount }) => {
    const note = made.get(locked);
    let left = amount;
    return [...locked.freed, ...(note ? [note] : [])].flatMap((each): CreditMove[] => {
      const part = minOf(left, each.remaining);
      left -= part;
      return part > 0n ? [{ note: each, invoice, amount: part }] : [];
    });
  });
}

/** @throws DomainError validation_failed */
function refuseNames(id: InvoiceId, named: readonly NamedDeposit[]): void {
  for (const [i, { invoiceId }] of named.entries()) {
    const before = named.slice(0, i).some((each) => each.invoiceId === invoiceId);
    const at = `/deposits/${i}/invoiceId`;
    if (before) throw invalidField(at, 'duplicate', 'is named twice');
    if (invoiceId === id) throw invalidField(at, 'conflict', 'is the invoice itself');
  }
}

/**
 * @throws DomainError validation_failed, deposit_not_available, credit_exceeds_balance
 */
function namedOf(
  invoice: Invoice,
  open: readonly Open[],
  named: readonly NamedDeposit[],
): TakenDeposit<Open>[] {
  const { currency } = invoice;
  let room = invoice.balance;
  return named.map(({ invoiceId, amount: text }, i) => {
    const deposit = open.find(({ locked }) => locked.invoice.id === invoiceId);
    const most = deposit ? availableOf(deposit) : 0n;
    const at = `/deposits/${i}/amount`;
    const amount = text === undefined ? minOf(most, room) : parseAmount(text, currency, at);
    if (!deposit || amount > most || most === 0n) {
      const number = deposit?.locked.invoice.number ?? invoiceId;
      throw depositNotAvailable({ number, most: formatMinor(most, currency), currency });
    }
    if (amount === 0n || amount > room) {
      const balance = formatMinor(room, currency);
      const asked = formatMinor(amount === 0n ? most : amount, currency);
      throw creditExceedsBalance({ amount: asked, balance, currency });
    }
    room -= amount;
    return { deposit, amount };
  });
}

function openOf(locked: LockedDeposit): Open {
  const { total, balance, writtenOffAmount: writtenOff } = locked.invoice;
  return { locked, total, balance, writtenOff, noted: locked.noted, free: freeOf(locked) };
}

/** The oldest first; ids are in time order, so they decide within a day. */
function byAge({ locked: a }: Open, { locked: b }: Open): number {
  const [one, two] = [a, b].map(({ invoice }) => `${invoice.issueDate} ${invoice.id}`);
  return (one ?? '') < (two ?? '') ? -1 : 1;
}
