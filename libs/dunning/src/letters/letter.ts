import { addDays, daysBetween, type LocalDate } from '@quittance/calendar';
import { formatMinor, sumOf, type Currency } from '@quittance/money';
import type { AccountId, InvoiceId } from '@quittance/kernel';
import type { BillingAccount } from '@quittance/crm';
import type { AttachmentRef, NewEmail } from '@quittance/notifications';
import type { FeeInvoice, FeeInvoices, FeesAhead } from '../step-fees/step-fees.js';
import { askedAmount, type OverdueInvoice } from '../run/overdue-invoice.js';
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
  /** The invoices that ask for it, once they are there. */
  readonly feeInvoices?: FeeInvoices;
  /** Whether they are summed: not where the text shows no table in which they could stand. */
  readonly sumsFees?: boolean;
}

/** A letter about what is overdue; it asks for what is open and not on its way. Pure. */
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

/** The invoices of its fees that the letter sums, each once. */
export function summedFees(facts: Pick<LetterFacts, 'feeInvoices' | 'sumsFees'>): FeeInvoice[] {
  const { feeInvoices, sumsFees = true } = facts;
  if (!feeInvoices || !sumsFees) return [];
  return [...new Map([...feeInvoices.values()].map((each) => [each.id, each])).values()];
}

function dataOf(letter: Letter, facts: LetterFacts) {
  const { linkIn, asOf, fees, feeInvoices } = facts;
  const { invoice } = letter.lead;
  const summed = summedFees(facts);
  const totals = [...askedByCurrency(letter)].map(([currency, invoices]) => {
    const own = summed.filter((each) => each.currency === currency).map(({ total }) => total);
    return {
      currency,
      count: invoices.length + own.length,
      balance: formatMinor(sumOf([...invoices.map(askedAmount), ...own]), currency),
      paymentLink: linkIn(currency),
    };
  });
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
    invoices: [...listed.map((each) => rowOf(each, asOf)), ...summed.map(feeRowOf)],
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
      const amount = formatMinor(fee.amount, currency);
      return [{ number, currency, amount, plusTax, invoice: feeInvoices?.get(id)?.number ?? null }];
    }),
    // Of several currencies each has its own.
    paymentLink: totals.length === 1 ? linkIn(invoice.currency) : null,
  };
}

function feeRowOf({ number, issueDate, dueDate, currency, total }: FeeInvoice) {
  const asked = formatMinor(total, currency);
  return { number, issueDate, dueDate, daysOverdue: 0, currency, total: asked, balance: asked };
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
    balance: formatMinor(askedAmount(invoice), currency),
  };
}

/**
 * What it asks for that nobody was sent, the oldest of it: no statement names it, so that it is
 * enclosed.
 */
function unsentOf({ asked }: Letter): readonly OverdueInvoice[] {
  return asked.filter(({ issued }) => !issued).slice(0, MOST_LISTED);
}

/**
 * The invoices where they are few, those that were not sent before first in any case, those of its
 * fees, and the statement of what has happened since the oldest of them. They are made when the
 * letter leaves, and what is too large then is left out. A statement has the invoices of the fees
 * that the letter sums; of those that it does not it ends before them, as it would else come to
 * more than the letter and its link.
 */
function attachmentsOf(letter: Letter, facts: LetterFacts): readonly AttachmentRef[] {
  const { account, asOf } = facts;
  const sent = letter.steps.map(({ invoice }) => invoice).filter(({ issued }) => issued);
  const summed = summedFees(facts);
  const few = sent.length > MOST_PDFS ? [] : sent;
  const pdfs = [...unsentOf(letter), ...summed, ...few];
  const statements = account
    ? [...askedByCurrency(letter)].slice(0, MOST_STATEMENTS).map(([currency, asked]) => {
        const since = asked.map(({ issueDate }) => issueDate).toSorted()[0] ?? asOf;
        const until = lastDayOf(letter, facts, currency);
        return [account.ledgerAccountId, currency, since < until ? since : until, until].join('/');
      })
    : [];
  return [
    ...statements.map((recordId) => ({ kind: 'statement-pdf', recordId, optional: true })),
    ...pdfs.map(({ id }) => ({ kind: 'invoice-pdf', recordId: id, optional: true })),
  ];
}

/** Of a statement in a currency. */
function lastDayOf(letter: Letter, facts: LetterFacts, currency: Currency): LocalDate {
  const { asOf, fees } = facts;
  const summed = summedFees(facts).find((each) => each.currency === currency);
  if (summed) return summed.issueDate > asOf ? summed.issueDate : asOf;
  const isCharged = letter.steps.some(({ invoice }) => fees.get(invoice.id)?.currency === currency);
  return isCharged ? addDays(asOf, -1) : asOf;
}
