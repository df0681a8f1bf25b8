import { invalidField, type InvoiceId } from '@quittance/kernel';
import { formatMinor, minOf, parseMinor, sumOf, type Currency } from '@quittance/money';
import { collectableInvoices, type CollectableInvoice } from '@quittance/receivables';
import {
  invoiceHasNoBalance,
  partialPaymentNotAllowed,
  paymentBelowMinimum,
} from '../gateway.errors.js';

/** What of an attempt is meant for an invoice, in minor units. */
export interface CollectedPart {
  readonly invoiceId: InvoiceId;
  readonly amount: bigint;
}

/** Whether somebody may pay less than all that is open, and how much at least. */
export interface PartRule {
  readonly allowed: boolean;
  /** Major units as decimal text, of whatever currency is paid in; null for any. */
  readonly minimum: string | null;
}

/** What is asked for, in major units as decimal text. */
export interface AskedAmounts {
  /** How much to collect in all: all that is open unless said. */
  readonly amount?: string | null;
  /** How much of each; the others are not collected. */
  readonly allocations?: readonly { readonly invoiceId: InvoiceId; readonly amount: string }[];
  /** Collects what the customer does not object to, unless more is asked for. */
  readonly undisputedOnly?: boolean;
  /** Any part is taken when absent. */
  readonly parts?: PartRule;
}

type Invoice = Pick<
  CollectableInvoice,
  'id' | 'number' | 'currency' | 'dueDate' | 'balance' | 'undisputed'
>;

/**
 * What to collect of each invoice, those due first before the others, by number where that is one
 * day: what is told, or else all that is open. None is asked for more than its balance. Pure.
 * @throws DomainError invoice_has_no_balance, validation_failed, payment_exceeds_balance,
 *   partial_payment_not_allowed, payment_below_minimum
 */
export function collectedParts(
  invoices: readonly Invoice[],
  asked: AskedAmounts,
): readonly [CollectedPart, ...CollectedPart[]] {
  const ordered = [...invoices].sort(byDueDate);
  const wanted = asked.undisputedOnly ? undisputed : balance;
  const amounts = asked.allocations
    ? told(ordered, asked.allocations, asked.amount ?? null)
    : spread(ordered, wanted, asked.amount ?? null);
  const parts = ordered.flatMap(({ id }) => {
    const amount = amounts.get(id) ?? 0n;
    return amount > 0n ? [{ invoiceId: id, amount }] : [];
  });
  const [first, ...more] = parts;
  if (!first) throw invoiceHasNoBalance();
  const isPart = ordered.some((invoice) => isPartOf(invoice, amounts.get(invoice.id) ?? 0n));
  if (isPart && asked.parts) refusePart(asked.parts, parts, currencyOf(ordered));
  return [first, ...more];
}

const balance = (invoice: Invoice) => invoice.balance;
const undisputed = (invoice: Invoice) => invoice.undisputed;

function byDueDate(a: Invoice, b: Invoice): number {
  if (a.dueDate !== b.dueDate) return a.dueDate < b.dueDate ? -1 : 1;
  return a.number < b.number ? -1 : a.number > b.number ? 1 : 0;
}

function currencyOf(invoices: readonly Invoice[]): Currency {
  const [first] = invoices;
  if (!first) throw new RangeError('There is nothing to collect');
  return first.currency;
}

type Amounts = ReadonlyMap<InvoiceId, bigint>;

/** An amount goes to what nobody objects to first, and then to the rest. */
function spread(
  invoices: readonly Invoice[],
  wanted: (invoice: Invoice) => bigint,
  amount: string | null,
): Amounts {
  const most = sumOf(invoices.map(wanted));
  if (most <= 0n && amount === null) throw invoiceHasNoBalance();
  if (amount === null) return new Map(invoices.map((invoice) => [invoice.id, wanted(invoice)]));
  const currency = currencyOf(invoices);
  const asked = parsed(amount, currency, '/amount');
  refuseAbove(asked, sumOf(invoices.map(balance)), currency, '/amount');
  const amounts = new Map<InvoiceId, bigint>();
  let left = asked;
  for (const limit of [wanted, balance]) {
    for (const invoice of invoices) {
      const before = amounts.get(invoice.id) ?? 0n;
      const more = minOf(left, limit(invoice) - before);
      if (more <= 0n) continue;
      amounts.set(invoice.id, before + more);
      left -= more;
    }
  }
  return amounts;
}

function told(
  invoices: readonly Invoice[],
  allocations: NonNullable<AskedAmounts['allocations']>,
  amount: string | null,
): Amounts {
  const currency = currencyOf(invoices);
  const amounts = new Map<InvoiceId, bigint>();
  allocations.forEach((each, i) => {
    const invoice = invoices.find(({ id }) => id === each.invoiceId);
    const pointer = `/allocations/${i}`;
    if (!invoice) {
      throw invalidField(
        `${pointer}/invoiceId`,
        'reference_not_found',
        'is not among the invoices to pay',
      );
    }
    if (amounts.has(invoice.id)) {
      throw invalidField(`${pointer}/invoiceId`, 'duplicate', 'is named twice');
    }
    const part = parsed(each.amount, currency, `${pointer}/amount`);
    refuseAbove(part, invoice.balance, currency, `${pointer}/amount`);
    amounts.set(invoice.id, part);
  });
  if (amount === null) return amounts;
  const sum = sumOf([...amounts.values()]);
  if (parsed(amount, currency, '/amount') !== sum) {
    const message = `must be what the allocations come to, ${formatMinor(sum, currency)}`;
    throw invalidField('/amount', 'sum', message);
  }
  return amounts;
}

function parsed(text: string, currency: Currency, pointer: string): bigint {
  const minor = parseMinor(text, currency);
  if (minor !== undefined && minor > 0n) return minor;
  throw invalidField(pointer, 'format', `must be a positive amount of ${currency}`);
}

function refuseAbove(asked: bigint, open: bigint, currency: Currency, pointer: string): void {
  if (asked <= open) return;
  const [amount, most] = [formatMinor(asked, currency), formatMinor(open, currency)];
  const message = `must be at most what is outstanding, ${most} ${currency}`;
  throw collectableInvoices.exceedsBalance(
    { amount, balance: most, currency },
    { errors: [{ pointer, code: 'max', message }] },
  );
}

/** Whether an invoice would stay open by it beyond what the customer objects to. */
function isPartOf(invoice: Invoice, amount: bigint): boolean {
  return amount !== invoice.balance && amount !== invoice.undisputed;
}

function refusePart(
  { allowed, minimum }: PartRule,
  parts: readonly CollectedPart[],
  currency: Currency,
): void {
  if (!allowed) throw partialPaymentNotAllowed();
  const least = minimum === null ? 0n : leastOf(minimum, currency);
  const amount = sumOf(parts.map((part) => part.amount));
  if (amount >= least) return;
  const params = { amount: formatMinor(amount, currency), least: formatMinor(least, currency) };
  const message = `must be at least ${params.least} ${currency}, or all that is open`;
  const errors = [{ pointer: '/amount', code: 'min', message }];
  throw paymentBelowMinimum({ ...params, currency }, { errors });
}

/** Rounded up where the currency has fewer digits. */
function leastOf(minimum: string, currency: Currency): bigint {
  const exact = parseMinor(minimum, currency);
  if (exact !== undefined) return exact;
  const [units = '0'] = minimum.split('.');
  return parseMinor(`${BigInt(units) + 1n}`, currency) ?? 0n;
}

/** Whether two attempts ask for the same of the same invoices. */
export function sameParts(a: readonly CollectedPart[], b: readonly CollectedPart[]): boolean {
  const amounts = new Map(a.map(({ invoiceId, amount }) => [invoiceId, amount]));
  return (
    a.length === b.length && b.every(({ invoiceId, amount }) => amounts.get(invoiceId) === amount)
  );
}
