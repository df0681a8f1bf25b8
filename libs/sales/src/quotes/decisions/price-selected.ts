import { DomainError } from '@quittance/kernel';
import { buyerOf } from '@quittance/lines';
import { companyTaxParty, RateBook } from '@quittance/tax';
import type { CurrentTerms } from '@quittance/company';
import { trimDecimal } from '@quittance/money';
import { selectionInvalid } from '../../sales.errors.js';
import {
  priceChosen,
  type OfferedQuote,
  type PricedAdjustment,
  type PricedQuote,
  type PricedQuoteLine,
  type TaxedBefore,
} from '../../pricing/price-quote.js';
import { NO_STUBS, type LineStubs } from '../../plans/sold/line-stubs.js';
import { quoteTotals } from '../../pricing/quote-totals.js';
import { amountsOf, termOf, termsOfQuote } from '../lines/price-quote-lines.js';
import { isPriced, isWritten, keptQuoteLine, quotedLine } from '../lines/quote-line.js';
import type { QuoteLine } from '../lines/quote-line.description.js';
import { figureColumns, type QuoteFigures } from '../quote-figures.js';
import type { Quote } from '../quote.description.js';

/** A quote with what was chosen of it. */
export interface SelectedQuote {
  readonly quote: Quote;
  readonly lines: readonly QuoteLine[];
}

/**
 * Prices what was chosen of a fixed quote, at its prices and taxed as it was offered: no price is
 * looked up and no rate decided. Pure.
 * @param stubs of the versions that lines are of; what a period comes to does not depend on them
 */
export function priceSelected(
  quote: Quote,
  lines: readonly QuoteLine[],
  company: CurrentTerms,
  stubs: LineStubs = NO_STUBS,
): SelectedQuote {
  const { currency, accountId, billTo } = quote;
  const buyer = buyerOf(accountId, billTo);
  const party = companyTaxParty(company);
  const seller = { party, rounding: quote.taxRounding, book: RateBook.empty };
  const priced = lines.filter(isPriced);
  const quoted = priced.map((line) => {
    const stub = line.planVersionId ? stubs.get(line.planVersionId) : undefined;
    return quotedLine({ ...keptQuoteLine(line, currency), stub });
  });
  const taxed = priced.map(taxedAs);
  const made = lines.filter((line) => !isWritten(line));
  const terms = termsOfQuote(quote);
  const offered = { lines: quoted, taxed, adjustments: made.map(offeredAdjustment) };
  const chosen = ofSelection(() => priceChosen(terms, seller, buyer, offered));
  if (chosen.exceeded) {
    const message = 'come to less than is taken off the whole of them';
    throw selectionInvalid({}, { errors: [{ pointer: '/selections', code: 'min', message }] });
  }
  const found: PricedQuote = {
    lines: priced.map((_, i) => chosen.lines.get(i) as PricedQuoteLine),
    adjustments: chosen.adjustments,
    chosen: chosen.totals,
    withOptions: chosen.totals,
  };
  const facts = { terms, term: termOf(quote, quote.issueDate), seller, buyer };
  const columns = figureColumns(quoteTotals(facts, quoted, found, taxed), currency);
  const { withOptions } = quote.figures;
  const figures: QuoteFigures = { ...columns.figures, withOptions };
  const amounts = new Map(priced.map(({ id }, i) => [id, chosen.lines.get(i)]));
  const adjusted = new Map(made.map(({ id }, i) => [id, chosen.adjustments[i]]));
  return {
    quote: { ...quote, ...columns, figures },
    lines: lines.map((line) => {
      const adjustment = adjusted.get(line.id);
      return adjustment
        ? withAdjustment(line, adjustment)
        : withAmounts(line, amounts.get(line.id));
    }),
  };
}

/** What was offered can be priced: what cannot is chosen too little, or too much. */
function ofSelection<T>(price: () => T): T {
  try {
    return price();
  } catch (error) {
    if (!(error instanceof DomainError) || error.status !== 422) throw error;
    const errors = (error.options.errors ?? []).map((each) => ({
      ...each,
      pointer: '/selections',
    }));
    throw selectionInvalid({}, { errors });
  }
}

function taxedAs(line: QuoteLine): TaxedBefore {
  const { taxCode, defaultTaxCode, taxFallback, taxCategory, taxReason, net, taxes } = line;
  return { taxCode, defaultTaxCode, taxFallback, taxCategory, taxReason, net, taxes };
}

function offeredAdjustment(line: QuoteLine): OfferedQuote['adjustments'][number] {
  const { description, quantity, taxCode } = line;
  const { adjustmentIndex, adjustmentPercent, adjustmentBase } = line;
  return {
    taxed: taxedAs(line),
    adjustment: {
      description,
      quantity: trimDecimal(quantity),
      unitPrice: trimDecimal(line.unitPrice ?? '0'),
      taxCode,
      taxRate: line.requestedTaxRate,
      supply: line.supplyKind,
      adjustment: line.adjustment ?? 'charge',
      adjustmentIndex,
      adjustmentPercent: adjustmentPercent && trimDecimal(adjustmentPercent),
      adjustmentBase,
    },
  };
}

function withAdjustment(line: QuoteLine, { adjustment, priced }: PricedAdjustment): QuoteLine {
  const { unitPrice, adjustmentBase } = adjustment;
  const found = { priced, share: 0n, amount: 0n };
  return { ...withAmounts(line, found), unitPrice, adjustmentBase };
}

/** An option that is not chosen stays priced as it was offered. */
function withAmounts(line: QuoteLine, found: PricedQuoteLine | undefined): QuoteLine {
  if (!found) return line;
  const { taxFallbackReason, taxWarnings } = line;
  return { ...line, ...amountsOf(found), taxFallbackReason, taxWarnings };
}
