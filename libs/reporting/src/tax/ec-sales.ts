import { formatMinor, type Currency } from '@quittance/money';
import type { TaxReason } from '@quittance/tax';
import type { Converted } from './tax-report.js';

/** `L` goods · `S` services · `T` triangulation, as the lists of the member states have them. */
export const EC_SALES_KINDS = ['goods', 'services', 'triangulation'] as const;
export type EcSalesKind = (typeof EC_SALES_KINDS)[number];

/** The grounds of what stands in the list, each under its kind. */
export const EC_SALES_KIND_OF: Readonly<Partial<Record<TaxReason, EcSalesKind>>> = {
  intra_community: 'goods',
  reverse_charge: 'services',
  triangulation: 'triangulation',
};

/** What was sold to a buyer; minor units as decimal text. */
export interface EcSalesSum {
  readonly buyerId: string | null;
  readonly buyerName: string;
  readonly kind: EcSalesKind;
  readonly currency: Currency;
  readonly documents: number;
  readonly net: string;
}

/** A line of the list; amounts are decimal text. */
export interface EcSalesLine {
  /** The member state whose id the buyer gave. */
  readonly country: string | null;
  /** Without its spaces; null where a document names none, which has to be mended. */
  readonly buyerId: string | null;
  readonly buyerName: string;
  readonly kind: EcSalesKind;
  readonly currency: Currency;
  readonly documents: number;
  readonly net: string;
  readonly reportingCurrency: Currency;
  readonly reportingNet: string | null;
}

/** The columns of a download, in their order. */
export const EC_SALES_COLUMNS = [
  'country',
  'buyerId',
  'buyerName',
  'kind',
  'currency',
  'documents',
  'net',
  'reportingCurrency',
  'reportingNet',
] as const satisfies readonly (keyof EcSalesLine)[];

/** A line of the list from its sum. Pure. */
export function ecSalesLine(
  { buyerId, buyerName, kind, currency, documents, net }: EcSalesSum,
  reportingCurrency: Currency,
  converted: Converted,
): EcSalesLine {
  const minor = BigInt(net);
  const reported = converted(minor, currency);
  return {
    country: buyerId && /^[A-Z]{2}/.test(buyerId) ? buyerId.slice(0, 2) : null,
    buyerId,
    buyerName,
    kind,
    currency,
    documents,
    net: formatMinor(minor, currency),
    reportingCurrency,
    reportingNet: reported === undefined ? null : formatMinor(reported, reportingCurrency),
  };
}
