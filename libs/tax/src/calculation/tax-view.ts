import {
  formatMinor,
  formatUnits,
  currencyDigits,
  trimDecimal,
  type Currency,
} from '@quittance/money';
import { isUndetermined, type TaxCategory, type TaxReason } from '../decision/decision.js';
import type { DecisionStep } from '../decision/decide.js';
import type { TaxWarning } from '../decision/warnings.js';
import type { SuppliedAt } from '../rate-books/supplied-at.js';
import type { FallbackReason, LineTax, PricedDocument, TaxGroup, TaxKind } from './pricing.js';

/** One tax on one line as the API shows it; amounts are decimal text. */
export interface LineTaxView {
  readonly jurisdiction: string | null;
  readonly kind: TaxKind;
  readonly taxCode: string | null;
  readonly rate: string;
  readonly taxable: string;
  readonly tax: string;
}

/** A rounding certificate as the API shows it; `exactTax` is in major units like all amounts. */
export interface TaxGroupView extends LineTaxView {
  readonly exactTax: string;
  readonly moved: readonly { readonly line: number; readonly amount: string }[];
}

export function lineTaxView(line: LineTax, currency: Currency): LineTaxView {
  const { jurisdiction, kind, taxCode, rate, base, tax } = line;
  const taxable = formatMinor(base, currency);
  return { jurisdiction, kind, taxCode, rate, taxable, tax: formatMinor(tax, currency) };
}

export function taxGroupView(group: TaxGroup, currency: Currency): TaxGroupView {
  return {
    ...lineTaxView(group, currency),
    exactTax: inMajorUnits(group.exactTax, currencyDigits(currency)),
    moved: group.moved.map(({ line, minor }) => ({ line, amount: formatMinor(minor, currency) })),
  };
}

/** Moves the point of decimal text: `494.5` minor units are `4.945`. */
function inMajorUnits(minor: string, digits: number): string {
  const [whole = '0', fraction = ''] = minor.replace('-', '').split('.');
  const text = trimDecimal(formatUnits(BigInt(whole + fraction), digits + fraction.length));
  return minor.startsWith('-') ? `-${text}` : text;
}

/** A priced document as the API shows it. */
export interface PricedDocumentView {
  readonly lines: readonly {
    readonly net: string;
    readonly discount: string;
    readonly tax: string;
    readonly total: string;
    readonly taxRate: string;
    readonly fallback: boolean;
    readonly fallbackReason: FallbackReason | null;
    readonly category: TaxCategory | null;
    readonly reason: TaxReason;
    readonly undetermined: boolean;
    readonly taxes: readonly LineTaxView[];
    /** Where it is supplied, and how that was found; where it was asked for. */
    readonly place?: SuppliedAt | null;
    /** The rules that were tried, the one that ended it last; where it was asked for. */
    readonly steps?: readonly DecisionStep[];
    /** What is to be said beside the decision; where it was asked for. */
    readonly warnings?: readonly TaxWarning[];
  }[];
  readonly taxGroups: readonly TaxGroupView[];
  readonly subtotal: string;
  readonly taxTotal: string;
  readonly total: string;
}

export function pricedDocumentView(
  document: PricedDocument,
  currency: Currency,
): PricedDocumentView {
  const text = (minor: bigint) => formatMinor(minor, currency);
  return {
    lines: document.lines.map((line) => ({
      net: text(line.net),
      discount: text(line.discount),
      tax: text(line.tax),
      total: text(line.total),
      taxRate: line.taxRate,
      fallback: line.fallback,
      fallbackReason: line.fallbackReason,
      category: line.category,
      reason: line.reason,
      undetermined: isUndetermined(line.reason),
      taxes: line.taxes.map((tax) => lineTaxView(tax, currency)),
    })),
    taxGroups: document.groups.map((group) => taxGroupView(group, currency)),
    subtotal: text(document.subtotal),
    taxTotal: text(document.taxTotal),
    total: text(document.total),
  };
}
