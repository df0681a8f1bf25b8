import type { PricingRequest, ShippedTo } from '../calculation/pricing.js';
import { deliveredAt } from '../rate-books/sale-facts.js';

type Told = Pick<PricingRequest, 'seller' | 'customer' | 'date' | 'shipTo'>;

/**
 * The customer of a document as an external engine is told of them. It knows one place of the
 * document, that of delivery; one without an address is at the seller's. What is quoted and what is
 * recorded have to name the same.
 */
export function toldCustomer({ seller, customer, date, shipTo }: Told): Told['customer'] {
  const delivered = deliveredAt({ seller, customer, date, shipTo: shipTo ?? null });
  const shipped = delivered && placeOf(delivered);
  return { ...customer, ...(shipped ?? (customer.country === null && placeOf(seller))) };
}

function placeOf({ line1, line2, city, region, postalCode, country }: ShippedTo) {
  return { line1, line2, city, region, postalCode, country };
}
