import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import { formatMinor, sumOf, type Currency } from '@quittance/money';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { BillingAccount } from '@quittance/crm';
import type { AttachmentRef, NewEmail } from '@quittance/notifications';
import type { FeesAhead } from '../step-fees/step-fees.js';
import { openAmount, type OverdueInvoice } from '../run/overdue-invoice.js';
import { isForOne, type Letter } from './choose-letters.js';
import { inGroups } from './in-groups.js';

/** Rows of a letter's table, those due first: mail programs cut off what is longer. */
export const MOST_LISTED = 50;
/** Whoever has to find them in the attachments wants few; the statement names all that is sent. */
const MOST_PDFS = 5;
/** Statements of account: one for each currency. */
const MOST_STATEMENTS = 3;

type LetterAccount = Pick<BillingAccount, 'name' | 'email' | 'ledgerAccountId' | 'language'>;

/** What a letter needs besides the invoices. */
export interface LetterFacts {
  readonly account: LetterAccount | undefined;
  /** Where what is open in a currency is paid. */
  readonly linkIn: (currency: Currency) => string | null;
  readonly asOf: LocalDate;
  /** What its steps ask for being late. */
  readonly fees: FeesAhead;
}

/** A letter about what is overdue; it asks for what nobody objects to. Pure. */
export function emailOf(letter: Letter, facts: LetterFacts): NewEmail {
  const { account } = facts;
  return {
    templateCode: letter.templateCode,
    to: account?.email ?? null,
    language: account?.language ?? null,
    ...subjectOf(letter),
    data: { account: { name: account?.name ?? '' }, ...dataOf(letter, facts) },
    attachments: attachmentsOf(letter, facts),
  };
}

/** The record that it is filed with: its invoice, or the customer where it is about several. */
export function subjectOf(letter: Letter): {
  readonly object: 'invoice' | 'account';
  readonly recordId: InvoiceId | AccountId;
} {
  return isForOne(letter)
    ? { object: 'invoice', recordId: letter.lead.invoice.id }
    : { object: 'account', recordId: letter.accountId };
}

/** What a letter asks for in a currency, those due first. */
export function askedByCurrency({ asked }: Letter): ReadonlyMap<Currency, OverdueInvoice[]> {
  return inGroups(asked, ({ currency }) => currency);
}

function dataOf(letter: Letter, { linkIn, asOf, fees }: LetterFacts) {
  const { invoice } = letter.lead;
  const byCurrency = [...askedByCurrency(letter)];
  const totals = byCurrency.map(([currency, invoices]) => ({
    currency,
    count: invoices.length,
    balance: formatMinor(sumOf(invoices.map(openAmount)), currency),
    paymentLink: linkIn(currency),
  }));
  const listed = letter.asked.slice(0, MOST_LISTED);
  const { disputed } = letter;
  return {
    invoice: {
      ...rowOf(invoice, asOf),
      paidAmount: formatMinor(invoice.total - invoice.balance, invoice.currency),
      poNumber: invoice.poNumber,
    },
    daysOverdue: daysBetween(invoice.dueDate, asOf),
    canPay: totals.some(({ paymentLink }) => paymentLink !== null) ? 'yes' : null,
    invoiceCount: letter.asked.length,
    invoices: listed.map((each) => rowOf(each, asOf)),
    furtherInvoices: letter.asked.length - listed.length,
    totals,
    disputed: disputed.slice(0, MOST_LISTED).map(({ number, currency, disputed: amount }) => ({
      number,
      currency,
      amount: formatMinor(amount, currency),
    })),
    unsent: unsentOf(letter).map(({ number }) => ({ number })),
    fees: letter.steps.flatMap(({ invoice: { id, number } }) => {
      const fee = fees.get(id);
      if (!fee) return [];
      const { currency, taxed } = fee;
      const plusTax = taxed ? 'yes' : null;
      return [{ number, currency, amount: formatMinor(fee.amount, currency), plusTax }];
    }),
    // Of several currencies each has its own.
    paymentLink: totals.length === 1 ? linkIn(invoice.currency) : null,
  };
}

function rowOf(invoice: OverdueInvoice, asOf: LocalDate) {
  const { number, issueDate, dueDate, currency, total } = invoice;
  return {
    number,
    issueDate,
    dueDate,
    daysOverdue: daysBetween(dueDate, asOf),
    currency,
    total: formatMinor(total, currency),
    balance: formatMinor(openAmount(invoice), currency),
  };
}

/**
 * What it asks for that nobody was sent: no statement names it, so that it is enclosed, however many
 * there are of the oldest.
 */
function unsentOf({ asked }: Letter): readonly OverdueInvoice[] {
  return asked.filter(({ issued }) => !issued).slice(0, MOST_LISTED);
}

/**
 * The invoices where they are few, those that were not sent before first in any case, and the statement of what has happened since the oldest of them.
 * They are made when the letter leaves, and what is too large then is left out. By then the invoice
 * of a fee is there, which the letter names apart and does not ask for: the statement ends before
 * it, as it would else come to more than the letter and its link.
 */
function attachmentsOf(
  letter: Letter,
  { account, asOf, fees }: LetterFacts,
): readonly AttachmentRef[] {
  const sent = letter.steps.map(({ invoice }) => invoice).filter(({ issued }) => issued);
  const pdfs = [...unsentOf(letter), ...(sent.length > MOST_PDFS ? [] : sent)];
  const charged = new Set(
    letter.steps.flatMap(({ invoice: { id } }) => fees.get(id)?.currency ?? []),
  );
  const statements = account
    ? [...askedByCurrency(letter)].slice(0, MOST_STATEMENTS).map(([currency, asked]) => {
        const since = asked.map(({ issueDate }) => issueDate).toSorted()[0] ?? asOf;
        const until = charged.has(currency) ? addDays(asOf, -1) : asOf;
        return [account.ledgerAccountId, currency, since < until ? since : until, until].join('/');
      })
    : [];
  return [
    ...statements.map((recordId) => ({ kind: 'statement-pdf', recordId, optional: true })),
    ...pdfs.map(({ id }) => ({ kind: 'invoice-pdf', recordId: id, optional: true })),
  ];
}
