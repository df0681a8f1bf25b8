import type { LocalDate } from '@quittance/calendar';
import { formatMinor, type Currency } from '@quittance/money';
import { sumOf } from '@quittance/money';
import type { Totals } from '../pricing/price-quote.js';
import type { QuoteTotals } from '../pricing/quote-totals.js';
import type { RecurringFrequency } from '../subscriptions/grid.js';

/** Decimal text in the currency of the quote: `net + tax = gross`. */
export interface Figure {
  readonly net: string;
  readonly tax: string;
  readonly gross: string;
}

/** What a quote comes to beside its total, as it is kept and shown. */
export interface QuoteFigures {
  readonly oneOff: Figure;
  /** A full period, by frequency. */
  readonly recurring: Readonly<Partial<Record<RecurringFrequency, Figure>>>;
  readonly firstInvoice: Figure & { readonly date: LocalDate };
  readonly tcv: Figure | null;
  readonly withOptions: Figure;
}

export function figure({ net, tax, gross }: Totals, currency: Currency): Figure {
  const text = (minor: bigint) => formatMinor(minor, currency);
  return { net: text(net), tax: text(tax), gross: text(gross) };
}

/** The columns of a quote that its lines decide. */
export function figureColumns(totals: QuoteTotals, currency: Currency) {
  const { total, oneOff, recurring, firstInvoice, mrr, acv, tcv, withOptions } = totals;
  const figures: QuoteFigures = {
    oneOff: figure(oneOff, currency),
    recurring: Object.fromEntries(
      Object.entries(recurring).map(([frequency, each]) => [frequency, figure(each, currency)]),
    ),
    firstInvoice: { ...figure(firstInvoice, currency), date: firstInvoice.date },
    tcv: tcv && figure(tcv, currency),
    withOptions: figure(withOptions, currency),
  };
  return {
    subtotal: total.net,
    taxTotal: total.tax,
    total: total.gross,
    mrr,
    acv,
    tcv: tcv && tcv.net,
    figures,
  };
}

/**
 * What a section sums up: the chosen lines behind it, up to the next section. What is taken off the
 * whole document, or put on it, is of no section.
 */
export function sectionTotals(
  lines: readonly { readonly kind: string; readonly selected: boolean; readonly net: bigint }[],
): ReadonlyMap<number, bigint> {
  const sums = new Map<number, bigint>();
  lines.forEach(({ kind }, i) => {
    if (kind !== 'section') return;
    const next = lines.findIndex((line, at) => at > i && endsSection(line));
    const own = lines.slice(i + 1, next < 0 ? undefined : next);
    sums.set(i, sumOf(own.filter(({ selected }) => selected).map(({ net }) => net)));
  });
  return sums;
}

/** Behind which nothing is of a section any more. */
function endsSection({ kind }: { readonly kind: string }): boolean {
  return kind === 'section' || kind === 'adjustment';
}
