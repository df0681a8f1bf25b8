import type { CompanyTerms, PostalAddress, TaxRounding } from '@quittance/company';
import type { BillingAccount } from '@quittance/crm';
import type { Currency } from '@quittance/money';
import {
  companyTaxParty,
  priceDocument,
  type LineTax,
  type PricedDocument,
  type PricingLine,
  type RateBook,
  type TaxBasis,
  type TaxSource,
} from '@quittance/tax';
import type { TaxDays } from './tax-day.js';
import type { StoredLineTax } from './document-line.description.js';

type PricingRequest = Parameters<typeof priceDocument>[1];

/** What pricing needs to know of the seller: the same for every document of a company. */
export interface Seller {
  readonly party: PricingRequest['seller'];
  readonly rounding: TaxRounding;
  readonly book: TaxSource;
  /**
   * What the company's external engine says of a document; absent where the built-in one serves.
   */
  readonly quoteOf?: TaxBasis['quoteOf'];
  /** How the currency of a document converts, for the limit of imports. */
  readonly toEuro?: TaxBasis['toEuro'];
}

/** Who is billed, as far as the price depends on it. */
export type Buyer = Pick<BillingAccount, 'id' | 'address' | 'taxRegistration'> &
  Partial<Pick<BillingAccount, 'buyerKind'>>;

/** What the price of a document depends on besides its lines and parties. */
export interface PriceTerms extends TaxDays {
  readonly currency: Currency;
  readonly pricesIncludeTax: boolean;
  /** Where goods are delivered, if not at the customer's address. */
  readonly deliveryAddress?: PostalAddress | null;
}

/** The company as the seller of documents that its own rates tax. */
export function sellerOf(company: CompanyTerms, book: RateBook): Seller {
  return { party: companyTaxParty(company), rounding: company.taxRounding, book };
}

/** The company as the seller of its documents, taxed by the engine that serves it. */
export function quotedSellerOf(company: CompanyTerms, { book, quoteOf, toEuro }: TaxBasis): Seller {
  return { ...sellerOf(company, book), ...(quoteOf && { quoteOf }), ...(toEuro && { toEuro }) };
}

/**
 * Prices the lines of a quote, an order, an invoice or a credit note. Pure.
 * @throws DomainError validation_failed, tax_code_unknown
 */
export function priceDocumentLines(
  { currency, taxDate, pricesIncludeTax, deliveryAddress: shipTo = null }: PriceTerms,
  seller: Seller,
  buyer: Buyer,
  lines: readonly PricingLine[],
): PricedDocument {
  const { country, region, city, postalCode, line1, line2 } = buyer.address;
  const { id: accountId, taxRegistration, buyerKind = null } = buyer;
  const request: PricingRequest = {
    currency,
    date: taxDate,
    pricesIncludeTax,
    rounding: seller.rounding,
    seller: seller.party,
    customer: {
      country,
      region,
      city,
      postalCode,
      line1,
      line2,
      accountId,
      taxRegistration,
      buyerKind,
    },
    shipTo,
    ...(seller.toEuro && { toEuro: seller.toEuro }),
    lines,
  };
  return priceDocument(seller.book, request, seller.quoteOf?.(request));
}

/** A tax as it is stored with its line. */
export function storedTax({
  jurisdiction,
  kind,
  taxCode,
  rate,
  base,
  tax,
  given,
  compound,
  certificate,
}: LineTax): StoredLineTax {
  const stored = { jurisdiction, kind, taxCode, rate, base: base.toString(), tax: tax.toString() };
  return {
    ...stored,
    ...(given && { given }),
    ...(compound && { compound }),
    ...(certificate !== undefined && { certificate }),
  };
}

/** What is said of a tax before its amounts, as JSON. */
interface TaxHead extends Pick<LineTax, 'jurisdiction' | 'kind' | 'taxCode' | 'rate'> {
  readonly text: string;
}

/** The heads that were written last: the lines of a run share a few taxes. */
const lastHeads: TaxHead[] = [];
const MOST_HEADS = 8;

function headOf({ jurisdiction, kind, taxCode, rate }: LineTax): string {
  for (const head of lastHeads) {
    const isIts = head.rate === rate && head.taxCode === taxCode && head.kind === kind;
    if (isIts && head.jurisdiction === jurisdiction) return head.text;
  }
  const text =
    `{"jurisdiction":${JSON.stringify(jurisdiction)},"kind":"${kind}",` +
    `"taxCode":${JSON.stringify(taxCode)},"rate":"${rate}","base":"`;
  if (lastHeads.length === MOST_HEADS) lastHeads.pop();
  lastHeads.unshift({ jurisdiction, kind, taxCode, rate, text });
  return text;
}

/**
 * The taxes of a line as JSON text of what is stored; a run writes many, and objects would cost.
 */
export function storedTaxes(taxes: readonly LineTax[]): string {
  let text = '';
  for (const each of taxes) {
    const { certificate } = each;
    const marks = `${each.given ? ',"given":true' : ''}${each.compound ? ',"compound":true' : ''}`;
    const end = certificate === undefined ? '}' : `,"certificate":${JSON.stringify(certificate)}}`;
    text += `${text && ','}${headOf(each)}${each.base}","tax":"${each.tax}"${marks}${end}`;
  }
  return `[${text}]`;
}
