import type { Id } from '@quittance/kernel';
import {
  decimal,
  formatMinor,
  formatUnits,
  parseMinor,
  pow10,
  divideRounded,
  trimDecimal,
  type Currency,
} from '@quittance/money';

export const APPROVAL_MODES = ['always', 'rules'] as const;
/** Whether every quote is approved by a person, or those alone of which a rule asks it. */
export type ApprovalMode = (typeof APPROVAL_MODES)[number];

/** What nobody gives away without asking. */
export interface ApprovalRule {
  /** The largest effective discount of a line, in percent. */
  readonly maxPercent: string;
  /** The largest total with tax, in the company's base currency; null: any. */
  readonly maxTotal: string | null;
  /** The least that is left of a line above its cost, in percent of its net; null: anything. */
  readonly minMargin: string | null;
  /** For whom it holds who submits; null: for everybody. */
  readonly roleId: Id<'role'> | null;
}

/**
 * What rules ask of whoever has these roles, to be held against what is chosen later: what products
 * cost is nothing that customers are measured by. Pure.
 */
export function rulesFor(
  rules: readonly ApprovalRule[],
  roles: ReadonlySet<string>,
): ApprovalRule[] {
  return rules
    .filter(({ roleId }) => roleId === null || roles.has(roleId))
    .map(({ maxPercent, maxTotal }) => ({ maxPercent, maxTotal, minMargin: null, roleId: null }));
}

export interface ApprovalSettings {
  readonly mode: ApprovalMode;
  readonly rules: readonly ApprovalRule[];
}

/** Until a company says otherwise every quote is approved by a person. */
export const DEFAULT_APPROVAL: ApprovalSettings = { mode: 'always', rules: [] };

/** That a rule asks for approval, and why. */
export interface ApprovalFinding {
  /** Its place among the rules, from 1. */
  readonly rule: number;
  readonly about: 'discount' | 'total' | 'margin';
  /** The position of the line; null: the quote. */
  readonly line: number | null;
  readonly limit: string;
  /**
   * Null where it cannot be compared, in another currency, and of margins: whoever reads the quote
   * need not know what it costs.
   */
  readonly value: string | null;
}

/**
 * A finding as quotes tell it. `approval` is all of it where nothing but a margin asks: which
 * rule, of what line, and what it wants would tell whoever may try prices what a product costs.
 */
export interface ToldFinding {
  readonly rule: number | null;
  readonly about: 'discount' | 'total' | 'approval';
  readonly line: number | null;
  readonly limit: string | null;
  readonly value: string | null;
}

const ASKED: ToldFinding = { rule: null, about: 'approval', line: null, limit: null, value: null };

/** What readers of a quote are told of what asks for approval; null before that. Pure. */
export function toldFindings(findings: readonly ApprovalFinding[] | null): ToldFinding[] | null {
  if (findings === null) return null;
  const told = findings.flatMap(({ about, ...rest }): ToldFinding[] => {
    return about === 'margin' ? [] : [{ about, ...rest }];
  });
  return told.length === 0 && findings.length > 0 ? [ASKED] : told;
}

/** A line as the rules look at it; its amounts are compared with each other alone. */
export interface DiscountedLine {
  readonly position: number;
  /** Quantity × list price; null where nothing lists it. */
  readonly listed: bigint | null;
  /** What is left after all discounts: net, but with tax where the price was typed so. */
  readonly amount: bigint;
  readonly net: bigint;
  /** What it costs; null: nobody has said, `unknown`: in other currencies alone. */
  readonly cost: bigint | 'unknown' | null;
  /** Its product has a price, but none that it can be compared with. */
  readonly listedElsewhere?: boolean;
}

export interface JudgedQuote {
  /** A line may be looked at in several ways in which it may be chosen: the worst of them counts. */
  readonly lines: readonly DiscountedLine[];
  /** The most that it may come to, with tax; null where nobody can say. */
  readonly total: bigint | null;
  readonly currency: Currency;
  readonly baseCurrency: Currency;
}

/**
 * Every rule that asks for approval of a quote, and of which line. A total in another currency than
 * the rule's is not compared: it asks. So does a line whose product is listed in another currency,
 * another book or on other days alone. Pure.
 * @param roles of whoever submits it
 */
export function findingsOf(
  rules: readonly ApprovalRule[],
  roles: ReadonlySet<string>,
  quote: JudgedQuote,
): ApprovalFinding[] {
  return rules.flatMap((rule, i): ApprovalFinding[] => {
    if (rule.roleId !== null && !roles.has(rule.roleId)) return [];
    const place = i + 1;
    return [
      ...discounts(rule, place, quote),
      ...margins(rule, place, quote),
      ...total(rule, place, quote),
    ];
  });
}

function discounts({ maxPercent }: ApprovalRule, rule: number, { lines }: JudgedQuote) {
  const worst = new Map<number, { listed: bigint; taken: bigint }>();
  for (const { position, listed, amount } of lines) {
    if (listed === null || listed <= 0n) continue;
    const taken = listed - amount;
    const known = worst.get(position);
    if (known && taken * known.listed <= known.taken * listed) continue;
    if (isAbove(taken, listed, maxPercent)) worst.set(position, { listed, taken });
  }
  const said = { rule, about: 'discount', limit: trimDecimal(maxPercent) } as const;
  const unknown = lines.filter(({ listedElsewhere = false }) => listedElsewhere);
  return [
    ...[...worst].map(([line, { listed, taken }]): ApprovalFinding => {
      return { ...said, line, value: shareInPercent(taken, listed) };
    }),
    ...[...new Set(unknown.map(({ position }) => position))].map((line): ApprovalFinding => {
      return { ...said, line, value: null };
    }),
  ];
}

/** A line whose cost is in other currencies alone is not compared: it asks, as totals do. */
function margins({ minMargin }: ApprovalRule, rule: number, { lines }: JudgedQuote) {
  if (minMargin === null) return [];
  const { units, scale } = decimal(minMargin);
  const limit = trimDecimal(minMargin);
  const below = lines.filter(({ net, cost }) => {
    if (cost === null) return false;
    return cost === 'unknown' || (net - cost) * 100n * pow10(scale) < net * units;
  });
  return [...new Set(below.map(({ position }) => position))].map((line): ApprovalFinding => {
    return { rule, about: 'margin', line, limit, value: null };
  });
}

/** Compared exactly: what is shown is rounded. */
function isAbove(taken: bigint, listed: bigint, maxPercent: string): boolean {
  const { units, scale } = decimal(maxPercent);
  return taken * 100n * pow10(scale) > listed * units;
}

/** The effective discount in percent, with two decimals. */
export function shareInPercent(taken: bigint, listed: bigint): string {
  return formatUnits(divideRounded(taken * 10_000n, listed), 2);
}

function total({ maxTotal }: ApprovalRule, rule: number, quote: JudgedQuote): ApprovalFinding[] {
  if (maxTotal === null) return [];
  const { currency, baseCurrency } = quote;
  const said = { rule, about: 'total', line: null, limit: maxTotal } as const;
  if (currency !== baseCurrency || quote.total === null) return [{ ...said, value: null }];
  const limit = parseMinor(maxTotal, baseCurrency);
  if (limit !== undefined && quote.total <= limit) return [];
  return [{ ...said, value: formatMinor(quote.total, currency) }];
}
