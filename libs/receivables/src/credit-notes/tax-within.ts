import { formatMinor, minOf, sumOf, trimDecimal } from '@quittance/money';
import { creditExceedsTax } from '../receivables.errors.js';
import type { CreditNoteLine } from './credit-note.repository.js';
import type { CorrectedInvoice, PricedCreditNote } from './price-credit-note.js';

/** As far as a line says what it comes to at which taxes. */
type Taxed = Pick<CreditNoteLine, 'net' | 'taxes'>;

/** What of an invoice is left at one tax, or at several that are borne together. */
interface LeftAtTax {
  net: bigint;
  readonly taxes: bigint[];
}

/**
 * A note with no more tax than is left of its invoice, and with all of it where it empties the
 * invoice at a tax. What an invoice asks and takes off in lines of both signs bears taxes that were
 * rounded together; notes over parts of it are rounded by themselves, so that they may come to a
 * minor unit more or less, though their net is within it.
 * @param left what of the invoice no other note has credited, with tax
 */
export function taxWithin(
  priced: PricedCreditNote,
  corrected: Pick<CorrectedInvoice, 'lines' | 'credited'>,
  left: bigint,
): PricedCreditNote {
  return totalWithin(eachTaxWithin(priced, corrected), left);
}

function eachTaxWithin(
  priced: PricedCreditNote,
  { lines: invoiced, credited = [] }: Pick<CorrectedInvoice, 'lines' | 'credited'>,
): PricedCreditNote {
  const rest = new Map<string, LeftAtTax>();
  for (const line of invoiced) add(rest, line, 1n);
  for (const line of credited) add(rest, line, -1n);
  const noted = new Map<string, LeftAtTax>();
  for (const line of priced.lines) add(noted, line, 1n);
  const more = new Map<string, bigint[]>();
  for (const [key, { net, taxes }] of noted) {
    const own = rest.get(key);
    if (!own || own.net < net) continue;
    const due = (tax: bigint, t: number) => {
      const all = own.taxes[t] ?? 0n;
      return own.net === net ? all : minOf(tax, all > 0n ? all : 0n);
    };
    more.set(
      key,
      taxes.map((tax, t) => due(tax, t) - tax),
    );
  }
  // The last line takes what is missing, and of what is too much each as much as it has.
  const lines = priced.lines.toReversed().map((line) => {
    const open = more.get(keyOf(line));
    return open?.some((amount) => amount !== 0n) ? withMore(line, open) : line;
  });
  const taxTotal = sumOf(lines.map(({ tax }) => tax));
  if (taxTotal === priced.taxTotal) return priced;
  return { ...priced, lines: lines.reverse(), taxTotal, total: priced.subtotal + taxTotal };
}

/** Lines that bear the same taxes. */
function keyOf({ taxes }: Taxed): string {
  return JSON.stringify(
    taxes.map(({ kind, jurisdiction, taxCode }) => [kind, jurisdiction, taxCode]),
  );
}

function add(to: Map<string, LeftAtTax>, line: Taxed, sign: bigint): void {
  const known = to.get(keyOf(line)) ?? { net: 0n, taxes: line.taxes.map(() => 0n) };
  known.net += sign * line.net;
  line.taxes.forEach(({ tax }, t) => {
    known.taxes[t] = (known.taxes[t] ?? 0n) + sign * BigInt(tax);
  });
  to.set(keyOf(line), known);
}

/** A line with its taxes changed by amounts, as far as they reach, which these are less by then. */
function withMore(line: CreditNoteLine, open: bigint[]): CreditNoteLine {
  const taxes = line.taxes.map((each, t) => {
    const [tax, amount] = [BigInt(each.tax), open[t] ?? 0n];
    const part = amount < -tax ? -tax : amount;
    open[t] = amount - part;
    return part === 0n ? each : { ...each, tax: (tax + part).toString() };
  });
  const tax = sumOf(taxes.map((each) => BigInt(each.tax)));
  return { ...line, taxes, tax, total: line.net + tax };
}

/** A note within what is left of its invoice: its taxes are cut, from the last line on. */
function totalWithin(priced: PricedCreditNote, left: bigint): PricedCreditNote {
  let above = minOf(priced.total - left, priced.taxTotal);
  if (above <= 0n || priced.subtotal > left) return priced;
  const lines = priced.lines.toReversed().map((line) => {
    const less = lessTax(line, above);
    above -= line.tax - less.tax;
    return less;
  });
  const { subtotal } = priced;
  return { ...priced, lines: lines.reverse(), taxTotal: left - subtotal, total: left };
}

/** A line with its taxes lowered by an amount, or as far as they reach; minor units. */
function lessTax(line: CreditNoteLine, amount: bigint): CreditNoteLine {
  let open = amount;
  const taxes = line.taxes.map((each) => {
    const part = minOf(open, BigInt(each.tax));
    if (part <= 0n) return each;
    open -= part;
    return { ...each, tax: (BigInt(each.tax) - part).toString() };
  });
  const tax = line.tax - (amount - open);
  return { ...line, taxes, tax, total: line.net + tax };
}

/** A line as far as it says what it comes to, and by which taxes. */
type DecidedAmount = Pick<CreditNoteLine, 'net' | 'total' | 'taxes' | 'taxCategory'>;

/**
 * Refuses a note by which more of what an invoice asks at a tax would be taken back than no other
 * note has credited, though all of it be within the invoice's total: its tax would come back by a
 * rate at which it was never asked. Net amounts count, or gross ones where prices include tax,
 * since each line of the invoice is kept within these.
 * @param lines of the note, as they are priced
 * @param own how many of them its own allowances and charges have made: the last ones
 * @throws DomainError credit_exceeds_tax
 */
export function refuseAboveTaxes(
  { invoice, lines: invoiced, credited = [] }: CorrectedInvoice,
  lines: readonly CreditNoteLine[],
  own = 0,
): void {
  const amountOf = ({ net, total }: DecidedAmount) => (invoice.pricesIncludeTax ? total : net);
  const sums = (all: readonly DecidedAmount[]) => {
    const found = new Map<string, bigint>();
    for (const line of all) {
      const key = decidedAlike(line);
      found.set(key, (found.get(key) ?? 0n) + amountOf(line));
    }
    return found;
  };
  const [asked, taken] = [sums(invoiced), sums(credited)];
  for (const [key, given] of sums(lines)) {
    const rest = (asked.get(key) ?? 0n) - (taken.get(key) ?? 0n);
    const left = rest > 0n ? rest : 0n;
    if (given <= left) continue;
    const { number, currency } = invoice;
    const last = lines.findLastIndex((line) => decidedAlike(line) === key && amountOf(line) > 0n);
    const isOwn = last >= lines.length - own;
    const index = isOwn ? (lines[last]?.adjustmentIndex ?? null) : null;
    const pointer = index === null ? `/lines/${last}/quantity` : `/adjustments/${index}/amount`;
    const figure = formatMinor(left, currency);
    const message = `is above the ${figure} ${currency} that are left of what is taxed so`;
    throw creditExceedsTax(
      {
        number,
        currency,
        given: formatMinor(given, currency),
        left: figure,
        tax: taxOf(lines[last]),
      },
      { errors: [{ pointer, code: 'max', message }] },
    );
  }
}

function decidedAlike({
  taxes,
  taxCategory,
}: Pick<DecidedAmount, 'taxes' | 'taxCategory'>): string {
  const borne = taxes.map(({ kind, jurisdiction, taxCode, rate }) => [
    kind,
    jurisdiction,
    taxCode,
    trimDecimal(rate),
  ]);
  return JSON.stringify([taxCategory, borne]);
}

/** As a person names it: `23 %`, or `no tax`. */
function taxOf(line: Pick<DecidedAmount, 'taxes'> | undefined): string {
  const rates = line?.taxes.map(({ rate }) => `${trimDecimal(rate)} %`) ?? [];
  return rates.length > 0 ? rates.join(' + ') : 'no tax';
}
