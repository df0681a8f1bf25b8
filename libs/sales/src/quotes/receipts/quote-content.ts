import type { Company } from '@quittance/company';
import { discountOf, unitPriceText } from '@quittance/lines';
import { formatMinor, trimDecimal } from '@quittance/money';
import type { QuoteLine } from '../lines/quote-line.description.js';
import type { Quote } from '../quote.description.js';
import { renewalOf } from '../renewal.js';
import type { CanonicalValue } from './canonical-json.js';

/** Who offers, as far as an agreement names them. */
export type ContentSeller = Pick<Company, 'legalName' | 'address' | 'taxRegistrations'>;

/** What is offered, whole: whoever agrees to it agrees to this. Money and quantities are text. */
export function quoteContent(
  quote: Quote,
  lines: readonly QuoteLine[],
  seller: ContentSeller,
  attachments: readonly { readonly fileName: string; readonly sha256: string }[] = [],
): CanonicalValue {
  const { currency } = quote;
  return {
    number: quote.number,
    revision: quote.revision,
    currency,
    pricesIncludeTax: quote.pricesIncludeTax,
    issueDate: quote.issueDate,
    validUntil: quote.validUntil,
    startOn: quote.startOn,
    termMonths: quote.termMonths,
    renewal: renewalOf(quote),
    seller: {
      name: seller.legalName,
      address: { ...seller.address },
      taxRegistrations: seller.taxRegistrations.map((each) => ({ ...each })),
    },
    buyer: {
      name: quote.billTo.name,
      address: { ...quote.billTo.address },
      taxRegistration: quote.billTo.taxRegistration,
    },
    shipTo: { ...quote.shipTo },
    // Of a quote that says none nothing is added: what was agreed to before keeps its hash.
    ...referencesOf(quote),
    title: quote.title,
    introduction: quote.introduction,
    terms: quote.terms,
    notes: quote.notes,
    paymentTerms: quote.paymentTerms,
    creditDays: quote.creditDays,
    discount: quote.discount && { ...quote.discount },
    deposit: quote.deposit && { ...quote.deposit },
    ...(quote.adjustments && { adjustments: quote.adjustments.map((each) => ({ ...each })) }),
    lines: lines.map((line) => lineContent(line, currency)),
    attachments: attachments.length === 0 ? null : attachments.map((each) => ({ ...each })),
    total: formatMinor(quote.total, currency),
    tax: formatMinor(quote.taxTotal, currency),
    figures: JSON.parse(JSON.stringify(quote.figures)) as CanonicalValue,
  };
}

function referencesOf(quote: Quote): Readonly<Record<string, CanonicalValue>> {
  const { poNumber, buyerReference, deliveryDate, deliveryAddress } = quote;
  return {
    ...(poNumber !== null && { poNumber }),
    ...(buyerReference !== null && { buyerReference }),
    ...(deliveryDate !== null && { deliveryDate }),
    ...(deliveryAddress && { deliveryAddress: { ...deliveryAddress } }),
  };
}

/** What is offered of a line, or was chosen of it. */
export function lineContent(line: QuoteLine, currency: string): CanonicalValue {
  const discount = discountOf(line, currency);
  const money = (minor: bigint) => formatMinor(minor, currency);
  const quantity = (text: string | null) => text && trimDecimal(text);
  return {
    id: line.id,
    position: line.position,
    kind: line.kind,
    ...(line.adjustment && { adjustment: line.adjustment }),
    sku: line.sku,
    description: line.description,
    ...(line.placeOf && { placeOf: { ...line.placeOf } }),
    quantity: trimDecimal(line.quantity),
    unit: line.unit,
    unitPrice: line.unitPrice && unitPriceText(line.unitPrice, currency),
    discount: discount && { ...discount },
    share: money(line.share),
    net: money(line.net),
    taxRate: trimDecimal(line.taxRate),
    tax: money(line.tax),
    total: money(line.total),
    invoicing: line.invoicing,
    frequency: line.frequency,
    timing: line.timing,
    termPeriods: line.termPeriods,
    trialDays: line.trialDays,
    anchorDay: line.anchorDay,
    anchorMonth: line.anchorMonth,
    discountPeriods: line.discountPeriods,
    ...usageContent(line, currency),
    optional: line.optional,
    selected: line.selected,
    minQuantity: quantity(line.minQuantity),
    maxQuantity: quantity(line.maxQuantity),
  };
}

/**
 * What usage costs, and by which version. Of a line that has no charge nothing is added: what was
 * agreed to before keeps its hash.
 */
function usageContent(
  { planVersionId, charges, usageMinimum }: QuoteLine,
  currency: string,
): Readonly<Record<string, CanonicalValue>> {
  if (charges.length === 0 && usageMinimum === null) return {};
  return {
    planVersionId,
    charges: JSON.parse(JSON.stringify(charges)) as CanonicalValue,
    ...(usageMinimum !== null && { usageMinimum: formatMinor(usageMinimum, currency) }),
  };
}
