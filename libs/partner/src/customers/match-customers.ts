import type { CustomerTraits } from './end-customer.js';
import { similarity } from './similarity.js';

/**
 * `same` one stands in the way of the other · `possible` a person has to look · `different` nothing
 * speaks for it, or their tax numbers against it.
 */
export type CustomerMatch = 'same' | 'possible' | 'different';

const ALIKE = 0.85;
/** Of names at one and the same address. */
const ALIKE_AT_ONE_PLACE = 0.6;

/** Whether two end customers are one. Asked either way round it is the same answer. */
export function matchCustomers(a: CustomerTraits, b: CustomerTraits): CustomerMatch {
  if (a.tax && b.tax) {
    if (a.tax.number === b.tax.number) return 'same';
    if (a.tax.country === b.tax.country) return 'different';
  }
  if (a.domain !== null && a.domain === b.domain) return 'same';
  const alike = nameSimilarity(a, b);
  if (alike === 1) return a.country === b.country ? 'same' : 'possible';
  if (alike >= ALIKE) return 'possible';
  const atOnePlace = a.place !== null && a.place === b.place;
  return atOnePlace && alike >= ALIKE_AT_ONE_PLACE ? 'possible' : 'different';
}

/** Of the forms that are most alike; 1 where two are equal. */
function nameSimilarity(a: CustomerTraits, b: CustomerTraits): number {
  const each = a.names.flatMap((one) => b.names.map((other) => similarity(one, other)));
  return Math.max(0, ...each);
}
