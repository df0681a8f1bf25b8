import { priceDocumentLines, quotedSellerOf } from '@quittance/lines';
import { formatMinor } from '@quittance/money';
import type { PricedDocument } from '@quittance/tax';
import { invoiceTotalNegative } from './receivables.errors.js';

/**
 * Prices the lines of an invoice, which never comes to less than nothing. Pure.
 * @throws DomainError validation_failed, tax_code_unknown, invoice_total_negative
 */
export function priceLines(...asked: Parameters<typeof priceDocumentLines>): PricedDocument {
  const priced = priceDocumentLines(...asked);
  if (priced.total >= 0n) return priced;
  const [{ currency }] = asked;
  throw invoiceTotalNegative({ total: formatMinor(priced.total, currency), currency });
}

/** What the lines of an invoice come to, and who sells them. */
export const invoicePricing = {
  lines: priceLines,
  seller: quotedSellerOf,
} as const;
