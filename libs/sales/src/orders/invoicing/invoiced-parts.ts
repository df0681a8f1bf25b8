import { invalidField } from '@quittance/kernel';
import {
  decimal,
  divideRounded,
  formatUnits,
  minOf,
  parseDecimal,
  parseMinor,
  roundToScale,
  sumOf,
  trimDecimal,
  type Currency,
} from '@quittance/money';
import {
  meantLines,
  refusedLine,
  withChanged,
  type AskedQuantity,
  type MeantLine,
} from '../fulfilment/asked-quantities.js';
import type { OrderLine } from '../lines/order-line.description.js';
import {
  agreedNetOf,
  agreedOf,
  followedLines,
  followingPart,
  invoiceableOf,
  isInvoiced,
  millionths,
  partOf,
  quantityText,
  valueOf,
  type NetAndTax,
  type Priced,
} from '../lines/quantities.js';
import { exceedsInvoiceable, mixedInvoicing, nothingToInvoice } from '../order.errors.js';

/*
 * What of an order is invoiced next: pure. Each part is what a line comes to with it less what was
 * invoiced before, so that the last part closes to the minor unit.
 */

/** A part of a line that is invoiced at once. Amounts are minor units. */
export interface InvoicedPart {
  /** The line as it was. */
  readonly line: OrderLine;
  /** How much of it, in millionths; 0 where a share of it is invoiced. */
  readonly units: bigint;
  /** Which share of it in percent, in millionths; 0 where a quantity is invoiced. */
  readonly share: bigint;
  readonly net: bigint;
  readonly tax: bigint;
  /** Of an adjustment of the whole: what is invoiced with it of the lines that are taxed alike. */
  readonly followed?: bigint;
}

/** What a person wants invoiced; all that can be without either. */
export interface InvoiceAsked {
  readonly lines?: readonly AskedQuantity[];
  /** Decimal text, of lines that are invoiced by shares. */
  readonly percent?: string;
}

/** How an order is priced, as far as its parts depend on it. */
export interface PartTerms extends Priced {
  readonly currency: Currency;
}

/** 100 percent, in millionths. */
const WHOLE = 100_000_000n;

/**
 * What is invoiced of the lines of an order.
 * @throws DomainError validation_failed, not_found, mixed_invoicing, exceeds_invoiceable,
 *   nothing_to_invoice
 */
export function invoicedParts(
  lines: readonly OrderLine[],
  asked: InvoiceAsked,
  terms: PartTerms,
): InvoicedPart[] {
  const parts =
    asked.lines !== undefined
      ? byQuantity(lines, asked.lines, terms)
      : asked.percent !== undefined
        ? byPercent(lines, asked.percent, terms)
        : all(lines, terms);
  const whole = [...parts, ...followingParts(lines, parts, terms)];
  // A share that comes to nothing is not taken: what it is of would be gone for it.
  const isWorthless = asked.percent !== undefined && whole.every(isNothing);
  if (whole.length === 0 || isWorthless) throw nothingToInvoice();
  return whole;
}

/**
 * What goes with these parts of the allowances and charges of the whole order: as far as the lines
 * that they follow are invoiced then, less what was invoiced of them before.
 */
function followingParts(
  lines: readonly OrderLine[],
  parts: readonly InvoicedPart[],
  terms: PartTerms,
): InvoicedPart[] {
  const { pricesIncludeTax } = terms;
  const after = withChanged(lines, parts.map(withInvoiced));
  return lines.flatMap((line): InvoicedPart[] => {
    if (line.kind !== 'adjustment') return [];
    const upTo = followingPart(line, after, {
      pricesIncludeTax,
      upTo: ({ invoicedNet: net, invoicedTax: tax }) => ({ net, tax }),
    });
    // What was credited of the lines alone is not taken back with them.
    const { net, tax } = newOf(line, terms, { upTo, agreed: valueOf(line, terms, lines) });
    if (isNothing({ net, tax })) return [];
    const ids = new Set(followedLines(line, lines).map(({ id }) => id));
    const beside = parts.filter((part) => ids.has(part.line.id));
    const followed = sumOf(beside.map((part) => part.net + (pricesIncludeTax ? part.tax : 0n)));
    return [{ line, units: 0n, share: 0n, net, tax, followed }];
  });
}

const isNothing = ({ net, tax }: NetAndTax) => net === 0n && tax === 0n;

/** A line once a part of it is invoiced. Pure. */
export function withInvoiced({ line, units, share, net, tax }: InvoicedPart): OrderLine {
  return {
    ...line,
    // What was agreed as one and is invoiced otherwise from its first part on stays so.
    invoicing: invoicingAfter(line, units),
    invoiced: quantityText(millionths(line.invoiced) + units),
    invoicedPercent: quantityText(millionths(line.invoicedPercent) + share),
    invoicedNet: line.invoicedNet + net,
    invoicedTax: line.invoicedTax + tax,
  };
}

/** What of a line was invoiced and is given back, for it was voided or credited. */
export type GivenBack = Omit<InvoicedPart, 'line' | 'followed'>;

/** A line once a part of it is given back; never less than nothing of it is invoiced. Pure. */
export function withGivenBack(line: OrderLine, { units, share, net, tax }: GivenBack): OrderLine {
  const less = (all: bigint, part: bigint) =>
    all < 0n ? -atLeastZero(part - all) : atLeastZero(all - part);
  return {
    ...line,
    invoiced: quantityText(less(millionths(line.invoiced), units)),
    invoicedPercent: quantityText(less(millionths(line.invoicedPercent), share)),
    invoicedNet: less(line.invoicedNet, net),
    invoicedTax: less(line.invoicedTax, tax),
  };
}

/** What of an order's lines is invoiced, with tax. */
export function invoicedTotalOf(lines: readonly OrderLine[]): bigint {
  return sumOf(lines.map(({ invoicedNet, invoicedTax }) => invoicedNet + invoicedTax));
}

function invoicingAfter({ invoicing }: OrderLine, units: bigint): OrderLine['invoicing'] {
  if (invoicing === 'percent' && units > 0n) return 'on_order';
  return invoicing === 'on_order' && units === 0n ? 'percent' : invoicing;
}

/** By quantity, or by share: a line that nothing was invoiced of takes either. */
function takesQuantity({ invoicing, invoicedNet, stages }: OrderLine): boolean {
  if (invoicing === 'on_order' || invoicing === 'on_delivery') return true;
  return invoicing === 'percent' && invoicedNet === 0n && stages.length === 0;
}

function takesShare({ invoicing, invoiced }: OrderLine): boolean {
  return invoicing === 'percent' || (invoicing === 'on_order' && millionths(invoiced) === 0n);
}

function byQuantity(
  lines: readonly OrderLine[],
  asked: readonly AskedQuantity[],
  terms: PartTerms,
): InvoicedPart[] {
  return meantLines(lines, asked).map((meant) => {
    if (!takesQuantity(meant.line)) throw refusedLine(mixedInvoicing, meant, {});
    const most = atLeastZero(leftByQuantity(meant.line));
    if (meant.units > most) {
      throw refusedLine(exceedsInvoiceable, meant, { most: quantityText(most) });
    }
    return quantityPart(meant, terms);
  });
}

/** One that turns to quantities again has all it agreed to. */
function leftByQuantity(line: OrderLine): bigint {
  return line.invoicing === 'percent' ? agreedOf(line) : invoiceableOf(line);
}

function quantityPart(
  { line, units }: Pick<MeantLine, 'line' | 'units'>,
  terms: PartTerms,
): InvoicedPart {
  const upTo = millionths(line.invoiced) + units;
  return {
    line,
    units,
    share: 0n,
    ...(upTo === agreedOf(line)
      ? rest(line, terms)
      : amounts(line, terms, (amount) => partOf(amount, line, upTo))),
  };
}

/**
 * A share of each line that takes one. Lines that are invoiced by quantity, or have no share left,
 * are invoiced otherwise or already: they refuse it only where no line takes it.
 * @throws DomainError validation_failed, mixed_invoicing, exceeds_invoiceable
 */
function byPercent(lines: readonly OrderLine[], percent: string, terms: PartTerms): InvoicedPart[] {
  const share = shareOf(percent);
  const concerned = lines.filter((line) => line.kind === 'one_off' && agreedOf(line) > 0n);
  const pointed = (line: OrderLine) => ({ line, pointer: '/percent' });
  const leftOf = (line: OrderLine) => WHOLE - millionths(line.invoicedPercent);
  const taking = concerned.filter((line) => takesShare(line) && leftOf(line) > 0n);
  const others = concerned.filter((line) => line.invoicing !== 'milestone' && !takesShare(line));
  const [other] = others.filter((line) => !isInvoiced(line));
  if (taking.length === 0 && other) throw refusedLine(mixedInvoicing, pointed(other), {});
  return taking.map((line) => {
    const left = leftOf(line);
    if (share > left) {
      throw refusedLine(exceedsInvoiceable, pointed(line), { most: `${quantityText(left)} %` });
    }
    return sharePart(line, share, terms);
  });
}

/** @throws DomainError validation_failed */
function shareOf(percent: string): bigint {
  const parsed = parseDecimal(percent);
  const share = parsed && parsed.scale <= 6 ? roundToScale(parsed, 6) : 0n;
  if (share > 0n && share <= WHOLE) return share;
  throw invalidField('/percent', 'range', 'must be above 0 and at most 100, with six decimals');
}

function sharePart(line: OrderLine, share: bigint, terms: PartTerms): InvoicedPart {
  const upTo = millionths(line.invoicedPercent) + share;
  const agreed = agreedOf(line);
  const shared = (amount: bigint) => divideRounded(partOf(amount, line, agreed) * upTo, WHOLE);
  const parts = upTo === WHOLE ? rest(line, terms) : amounts(line, terms, shared);
  return { line, units: 0n, share, ...parts };
}

/** All that may be invoiced now: what is delivered, all shares, the milestones that were reached. */
function all(lines: readonly OrderLine[], terms: PartTerms): InvoicedPart[] {
  return lines.flatMap((line): InvoicedPart[] => {
    if (line.kind !== 'one_off' || agreedOf(line) === 0n) return [];
    if (line.invoicing === 'milestone') return reachedPart(line, terms);
    if (line.invoicing === 'percent') {
      const part = sharePart(line, WHOLE - millionths(line.invoicedPercent), terms);
      // Of one that was raised behind all of it, an amount is left and no share.
      return part.share > 0n || part.net + part.tax > 0n ? [part] : [];
    }
    const units = invoiceableOf(line);
    return units > 0n ? [quantityPart({ line, units }, terms)] : [];
  });
}

/** What the milestones that were reached come to; all of them are all of the line. */
function reachedPart(line: OrderLine, terms: PartTerms): InvoicedPart[] {
  const reached = line.stages.filter(({ reachedAt }) => reachedAt !== undefined);
  const value = agreedNetOf(line);
  const percent = sumOf(reached.map((stage) => roundToScale(decimal(stage.percent ?? '0'), 6)));
  const fixed = sumOf(reached.map(({ amount = '0' }) => parseMinor(amount, terms.currency) ?? 0n));
  const isWhole = reached.length === line.stages.length;
  // Which part of the net that is, as a fraction: each amount is divided by it once.
  const whole = value * WHOLE;
  const reachedOf = isWhole ? whole : minOf(whole, value * percent + fixed * WHOLE);
  if (divideRounded(reachedOf, WHOLE) <= line.invoicedNet) return [];
  const agreed = agreedOf(line);
  const shared = (amount: bigint) => divideRounded(partOf(amount, line, agreed) * reachedOf, whole);
  const share = atLeastZero(divideRounded(reachedOf, value) - millionths(line.invoicedPercent));
  const parts = isWhole ? rest(line, terms) : amounts(line, terms, shared);
  return [{ line, units: 0n, share, ...parts }];
}

/** What closes a line: all that it is worth less what was invoiced before. */
function rest(line: OrderLine, terms: PartTerms): NetAndTax {
  const agreed = ofItself(line, terms);
  return newOf(line, terms, { upTo: agreed, agreed });
}

/** Net and tax of what is new of a line that is sold. */
function amounts(line: OrderLine, terms: PartTerms, part: (amount: bigint) => bigint): NetAndTax {
  const net = part(line.net);
  const tax = terms.pricesIncludeTax ? part(line.total) - net : part(line.tax);
  return newOf(line, terms, { upTo: { net, tax }, agreed: ofItself(line, terms) });
}

/**
 * What is new of a line that is invoiced up to some amounts, of those that are agreed: never of the
 * other sign. Where prices include tax the gross is kept to the minor unit, and tax is what the net
 * leaves of it, but never more than is left for the part that closes the line. Tax that two
 * roundings leave does not always grow with the part: where some was given up behind it, a minor
 * unit more of it may be invoiced than is agreed, and the net has as much less.
 */
function newOf(
  { net: whole, invoicedNet, invoicedTax }: OrderLine,
  { pricesIncludeTax }: PartTerms,
  { upTo, agreed }: { readonly upTo: NetAndTax; readonly agreed: NetAndTax },
): NetAndTax {
  const sign = whole < 0n ? -1n : 1n;
  const left = (to: bigint, before: bigint) => atLeastZero(sign * (to - before));
  const net = left(upTo.net, invoicedNet);
  if (!pricesIncludeTax) return { net: sign * net, tax: sign * left(upTo.tax, invoicedTax) };
  const gross = left(upTo.net + upTo.tax, invoicedNet + invoicedTax);
  const tax = minOf(atLeastZero(gross - net), left(agreed.tax, invoicedTax));
  return { net: sign * (gross - tax), tax: sign * tax };
}

/** What is still agreed of a line that is sold: it depends on no other. */
function ofItself(line: OrderLine, terms: PartTerms): NetAndTax {
  return valueOf(line, terms, [line]);
}

/** `33.33` of 33330000n. */
export function shareText(share: bigint): string {
  return trimDecimal(formatUnits(share, 6));
}

const atLeastZero = (units: bigint): bigint => (units < 0n ? 0n : units);
