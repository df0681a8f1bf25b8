import type { TaxRounding } from '@quittance/company';
import { divideRounded, formatUnits, pow10, trimDecimal } from '@quittance/money';
import type { LineAmount } from './line-amount.js';
import type { LineTax, PricedLine, TaxGroup } from './pricing.js';
import { spreadRounded } from './spread.js';
import type { ChainTax, TaxChain } from './tax-chain.js';

/** The lines of a document that are taxed alike: same code, place and date, so the same chain. */
export interface Group {
  readonly chain: TaxChain;
  /** Positions in the document. */
  readonly lines: number[];
  /** What the lines come to after discount: net, or gross where prices include tax. */
  readonly amounts: bigint[];
}

/** How all groups of a document are priced. */
export interface GroupTerms {
  /** What the lines of the document come to, by position. */
  readonly amounts: readonly LineAmount[];
  /** Whether prices include tax. */
  readonly included: boolean;
  readonly rounding: TaxRounding;
}

/** Writes the certificates of some taxes; most documents are priced without anybody asking. */
export type Certificates = () => readonly TaxGroup[];

/** Decimals of an exact tax that has no end. */
const ENDLESS = 12;

/** Puts a line with those that share its chain. */
export function addToGroup(groups: Group[], chain: TaxChain, line: number, amount: bigint): void {
  for (const group of groups) {
    if (group.chain === chain) {
      group.lines.push(line);
      group.amounts.push(amount);
      return;
    }
  }
  groups.push({ chain, lines: [line], amounts: [amount] });
}

/** What each tax of a group comes to on each of its lines. */
export function taxesOfGroup(group: Group, { included, rounding }: GroupTerms): bigint[][] {
  return included ? taxesOfGross(group, rounding) : taxesOnNet(group, rounding);
}

/**
 * Prices the lines of a group into their places in the document. A run prices thousands a second,
 * so that nothing is made here for a line but what it is answered with.
 * @param shares what each tax comes to on each line
 */
export function priceGroup(
  group: Group,
  shares: readonly bigint[][],
  { amounts, included, rounding }: GroupTerms,
  lines: PricedLine[],
): Certificates {
  const { chain } = group;
  const nets = included
    ? group.amounts.map((gross, k) => gross - taxOfLine(shares, k))
    : group.amounts;
  const bases = basesOf(chain, nets, shares);
  const { decision, fallback, rate: taxRate } = chain;
  const { category, reason } = decision;
  const single = chain.taxes.length === 1 ? chain.taxes[0] : undefined;
  for (let k = 0; k < group.lines.length; k += 1) {
    const position = group.lines[k] ?? 0;
    const net = nets[k] ?? 0n;
    const tax = taxOfLine(shares, k);
    const taxes = single
      ? [lineTax(chain, single, net, tax)]
      : chain.taxes.map((each, t) => lineTax(chain, each, bases[t]?.[k], shares[t]?.[k]));
    lines[position] = {
      net,
      discount: amounts[position]?.discount ?? 0n,
      tax,
      total: net + tax,
      taxRate,
      taxes,
      fallback,
      fallbackReason: null,
      category,
      reason,
    };
  }
  return () =>
    chain.taxes.map((tax, t) => {
      const base = bases[t] ?? [];
      const parts = included ? includedParts(group, tax) : onTopParts(base, tax);
      return certificate(chain, tax, group.lines, base, shares[t] ?? [], parts, rounding);
    });
}

/** Exact taxes of the lines as fractions of one denominator. */
interface Parts {
  readonly numerators: readonly bigint[];
  readonly denominator: bigint;
}

function onTopParts(bases: readonly bigint[], tax: ChainTax): Parts {
  return { numerators: bases.map((base) => base * tax.units), denominator: tax.denominator };
}

function includedParts({ chain, amounts }: Group, tax: ChainTax): Parts {
  return {
    numerators: amounts.map((gross) => gross * tax.includedUnits),
    denominator: chain.includedDenominator,
  };
}

function taxesOf({ numerators, denominator }: Parts, rounding: TaxRounding): bigint[] {
  return rounding === 'document'
    ? spreadRounded(numerators, denominator)
    : numerators.map((numerator) => divideRounded(numerator, denominator));
}

function taxesOfGross(group: Group, rounding: TaxRounding): bigint[][] {
  return group.chain.taxes.map((tax) => taxesOf(includedParts(group, tax), rounding));
}

/** Rates on net prices one after the other; a compound rate sees the rounded taxes before it. */
function taxesOnNet({ chain, amounts }: Group, rounding: TaxRounding): bigint[][] {
  const shares: bigint[][] = [];
  for (const tax of chain.taxes) {
    const bases = tax.compound ? withTaxes(amounts, shares) : amounts;
    shares.push(taxesOf(onTopParts(bases, tax), rounding));
  }
  return shares;
}

function withTaxes(nets: readonly bigint[], shares: readonly bigint[][]): bigint[] {
  return nets.map((net, k) => net + taxOfLine(shares, k));
}

function basesOf(
  chain: TaxChain,
  nets: readonly bigint[],
  shares: readonly bigint[][],
): (readonly bigint[])[] {
  return chain.taxes.map((tax, t) => (tax.compound ? withTaxes(nets, shares.slice(0, t)) : nets));
}

function taxOfLine(shares: readonly bigint[][], k: number): bigint {
  let tax = 0n;
  for (const share of shares) tax += share[k] ?? 0n;
  return tax;
}

function lineTax(chain: TaxChain, tax: ChainTax, base = 0n, amount = 0n): LineTax {
  const { jurisdiction, kind, rate, certificate } = tax;
  const { taxCode } = chain;
  if (certificate !== undefined) {
    return { jurisdiction, kind, taxCode, rate, base, tax: amount, certificate };
  }
  return tax.compound
    ? { jurisdiction, kind, taxCode, rate, base, tax: amount, compound: true }
    : { jurisdiction, kind, taxCode, rate, base, tax: amount };
}

function certificate(
  chain: TaxChain,
  tax: ChainTax,
  positions: readonly number[],
  bases: readonly bigint[],
  shares: readonly bigint[],
  parts: Parts,
  rounding: TaxRounding,
): TaxGroup {
  let exact = 0n;
  let [base, total] = [0n, 0n];
  const moved: { line: number; minor: bigint }[] = [];
  for (let k = 0; k < positions.length; k += 1) {
    const numerator = parts.numerators[k] ?? 0n;
    const share = shares[k] ?? 0n;
    exact += numerator;
    base += bases[k] ?? 0n;
    total += share;
    if (rounding === 'line') continue;
    const minor = share - divideRounded(numerator, parts.denominator);
    if (minor !== 0n) moved.push({ line: positions[k] ?? 0, minor });
  }
  return {
    jurisdiction: tax.jurisdiction,
    taxCode: chain.taxCode,
    kind: tax.kind,
    rate: tax.rate,
    base,
    exactTax: exactText(exact, parts.denominator),
    tax: total,
    moved,
  };
}

/**
 * Denominators of net prices are powers of ten, so their exact tax ends; others are cut at 12
 * decimals.
 */
function exactText(numerator: bigint, denominator: bigint): string {
  if (numerator === 0n) return '0';
  if (numerator % denominator === 0n) return (numerator / denominator).toString();
  const digits = divideRounded(numerator * pow10(ENDLESS), denominator);
  return trimDecimal(formatUnits(digits, ENDLESS));
}
