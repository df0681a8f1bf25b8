import { Injectable } from '@nestjs/common';
import { readProductCosts } from '@quittance/catalog';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { divideRounded, formatMinor, sumOf, trimDecimal } from '@quittance/money';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { isPriced, namedProducts } from '../lines/quote-line.js';
import type { Quote, QuoteId } from '../quote.description.js';
import { linesOfQuote, requireQuote } from '../quote.repository.js';
import { shareInPercent, type ApprovalFinding } from './approval-rules.js';
import { allowancesByLine } from './allowances.js';
import { judgedLine, type JudgedHead } from './judged-quote.js';
import { costOf, type ProductCosts } from './margin.js';

/** What of a quote, or of a line of it, is left above what it costs. Amounts are net. */
export interface Margin {
  readonly net: string;
  readonly cost: string;
  readonly margin: string;
  /** Of the net; null where that is nothing. */
  readonly marginPercent: string | null;
}

/** What a line gives away, and what is left of it. */
export interface LineMargin {
  readonly lineId: QuoteLine['id'];
  readonly position: number;
  /** Of the list price, in percent; null where nothing lists it. */
  readonly effectiveDiscount: string | null;
  /** Null where its product has no cost in the currency of the quote. */
  readonly margin: Margin | null;
}

/** That a margin asked for approval of a quote as it was submitted. */
export type MarginFinding = Pick<ApprovalFinding, 'rule' | 'line' | 'limit'>;

export interface QuoteMargins {
  readonly currency: string;
  /** Of all that is chosen. */
  readonly effectiveDiscount: string | null;
  /** Of what is chosen and has a cost; null where nothing has. */
  readonly margin: Margin | null;
  /** Whether all that is chosen has a cost. */
  readonly complete: boolean;
  readonly lines: readonly LineMargin[];
  /** What of margins asks for approval; nothing before it is submitted. */
  readonly approval: readonly MarginFinding[];
}

/** What is left of a quote above what it costs by now: for staff with a right of their own to it. */
@Injectable()
export class QuoteMargin {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  execute(ctx: Ctx, id: QuoteId): Promise<QuoteMargins> {
    return this.db.read(ctx, async (tx) => {
      const [quote, lines] = await Promise.all([requireQuote(tx, id), linesOfQuote(tx, id)]);
      const costs = await readProductCosts(tx, namedProducts(lines));
      return { ...marginsOf(quote, lines, costs), approval: marginFindings(quote) };
    });
  }
}

function marginFindings({ approval }: Quote): MarginFinding[] {
  return (approval ?? []).flatMap(({ about, rule, line, limit }) => {
    return about === 'margin' ? [{ rule, line, limit }] : [];
  });
}

/** Pure. */
export function marginsOf(
  quote: JudgedHead,
  lines: readonly QuoteLine[],
  costs: ProductCosts,
): Omit<QuoteMargins, 'approval'> {
  const { currency } = quote;
  const off = allowancesByLine(lines);
  const priced = lines.filter(isPriced).map((line) => {
    const cost = costOf(line, costs, currency);
    const { listed, net, ...judged } = judgedLine(line, quote, off.get(line.id));
    const amount = divideRounded(judged.amount * judged.paid, judged.whole);
    return { line, net, cost: typeof cost === 'bigint' ? cost : null, listed, amount };
  });
  const chosen = priced.filter(({ line }) => line.selected);
  const costed = chosen.flatMap(({ net, cost }) => (cost === null ? [] : [{ net, cost }]));
  const listed = chosen.flatMap((each) =>
    each.listed === null ? [] : [{ ...each, listed: each.listed }],
  );
  const net = sumOf(costed.map((line) => line.net));
  const cost = sumOf(costed.map((line) => line.cost));
  const whole = sumOf(listed.map((each) => each.listed));
  const paid = sumOf(listed.map((each) => each.amount));
  return {
    currency,
    effectiveDiscount: discountOf(whole, paid),
    margin: costed.length === 0 ? null : marginOf(net, cost, currency),
    complete: costed.length === chosen.length,
    lines: priced.map((each): LineMargin => {
      const { id: lineId, position } = each.line;
      const margin = each.cost === null ? null : marginOf(each.net, each.cost, currency);
      const effectiveDiscount = discountOf(each.listed ?? 0n, each.amount);
      return { lineId, position, effectiveDiscount, margin };
    }),
  };
}

function discountOf(listed: bigint, amount: bigint): string | null {
  return listed <= 0n ? null : trimDecimal(shareInPercent(listed - amount, listed));
}

function marginOf(net: bigint, cost: bigint, currency: string): Margin {
  return {
    net: formatMinor(net, currency),
    cost: formatMinor(cost, currency),
    margin: formatMinor(net - cost, currency),
    marginPercent: net === 0n ? null : trimDecimal(shareInPercent(net - cost, net)),
  };
}
