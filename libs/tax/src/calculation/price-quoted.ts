import { add, decimal, divideRounded, formatUnits, sumOf, trimDecimal } from '@quittance/money';
import { isEuMember } from '@quittance/registrations';
import { decisionOfOwnRate } from '../decision/decide.js';
import type { TaxDecision } from '../decision/decision.js';
import type { QuotedLine } from '../quotes/tax-quote.js';
import type { Taxation } from '../rate-books/taxation.js';
import { PERCENT_SCALE, effectiveRate } from './effective-rate.js';
import type { LineAmount } from './line-amount.js';
import { ownRate } from './own-rate.js';
import type { LineTax, PricedLine, PricingRequest, TaxGroup } from './pricing.js';
import { compileChain, type TaxChain } from './tax-chain.js';

type GivenLine = Extract<QuotedLine, { kind: 'given' }>;

const UNANSWERED: TaxDecision = { category: null, reason: 'engine_failed' };

/**
 * How lines are taxed that an external engine should have taxed: by their own rate; without one
 * they bear nothing as yet.
 */
export function fallbackTaxation(): Taxation {
  const chains = new Map<string, TaxChain>();
  return {
    chain: ({ taxCode, taxRate }, position) => {
      const rates = taxRate === null ? [] : [ownRate(taxRate, position)];
      const key = `${taxCode ?? ''}|${rates[0]?.rate ?? ''}`;
      const decision = rates[0] ? decisionOfOwnRate(rates[0].rate) : UNANSWERED;
      const chain = chains.get(key) ?? compileChain(taxCode, rates, true, decision);
      chains.set(key, chain);
      return chain;
    },
  };
}

/** The code of a line, and what the house decides of it. */
interface Decided {
  readonly taxCode: string | null;
  readonly decision: TaxDecision;
}

/** A line with the amounts that an external engine gave it, on the ground that the house knows. */
export function givenLine(
  quoted: GivenLine,
  { amount, discount }: LineAmount,
  { taxCode, decision }: Decided,
  { pricesIncludeTax: included, seller }: Pick<PricingRequest, 'pricesIncludeTax' | 'seller'>,
): PricedLine {
  const { tax } = quoted;
  const net = included ? amount - tax : amount;
  const taxes = taxesOf(quoted).map((each): LineTax => ({ ...each, taxCode, given: true }));
  const taxRate = percentSum(taxes);
  const bears = tax !== 0n || !isZero(taxRate);
  return {
    net,
    discount,
    tax,
    total: net + tax,
    taxRate,
    taxes,
    fallback: false,
    fallbackReason: null,
    ...(agrees(decision, bears) ? decision : decisionOfGiven(tax, seller.country)),
  };
}

/** Categories of lines that bear a tax. */
const TAXED: ReadonlySet<string> = new Set(['S', 'L', 'M']);

/** An engine says what is due, and not why: that is decided here, where both agree. */
function agrees({ category }: TaxDecision, bears: boolean): boolean {
  return category !== null && TAXED.has(category) === bears;
}

/** Where the engine alone finds nothing due, that is a zero rate of a seller in the Union. */
function decisionOfGiven(tax: bigint, seller: string | null): TaxDecision {
  if (tax !== 0n) return { category: 'S', reason: 'taxed' };
  return { category: isEuMember(seller) ? 'Z' : 'O', reason: 'engine' };
}

/** The parts the engine told, where they make up its tax; else the tax in one piece. */
function taxesOf({ tax, taxable, taxes }: GivenLine): Omit<LineTax, 'taxCode' | 'given'>[] {
  const parts = taxes.filter((part) => part.tax !== 0n || !isZero(part.rate));
  if (sumOf(parts.map((part) => part.tax)) === tax) return parts;
  const whole = { jurisdiction: null, kind: parts[0]?.kind ?? ('sales' as const) };
  return [{ ...whole, rate: effectiveRate(tax, taxable), base: taxable, tax }];
}

function isZero(percent: string): boolean {
  return decimal(percent).units === 0n;
}

function percentSum(taxes: readonly LineTax[]): string {
  const { units, scale } = taxes
    .map(({ rate }) => decimal(rate))
    .reduce(add, { units: 0n, scale: PERCENT_SCALE });
  const kept = divideRounded(units, 10n ** BigInt(scale - PERCENT_SCALE));
  return trimDecimal(formatUnits(kept, PERCENT_SCALE));
}

/** One certificate for each tax that was given: there is nothing to recompute. */
export function givenGroups(lines: readonly PricedLine[]): TaxGroup[] {
  const groups = new Map<string, TaxGroup>();
  for (const { jurisdiction, taxCode, kind, rate, base, tax, given } of lines.flatMap(
    (line) => line.taxes,
  )) {
    if (!given) continue;
    const key = JSON.stringify([jurisdiction, taxCode, kind, rate]);
    const before = groups.get(key);
    const sum = (before?.tax ?? 0n) + tax;
    groups.set(key, {
      jurisdiction,
      taxCode,
      kind,
      rate,
      base: (before?.base ?? 0n) + base,
      exactTax: sum.toString(),
      tax: sum,
      moved: [],
    });
  }
  return [...groups.values()];
}
