import { requirePriceBook, type PriceBookId } from '@quittance/catalog';
import type { Tx } from '@quittance/database';
import { DomainError, invalidField } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { refuseFarDays } from '../sold-days.js';
import { isNothingOff, NOTHING_OFF } from './lines/quote-line.js';
import type { Quote } from './quote.description.js';

/** @throws DomainError validation_failed where the discount on all of it takes nothing off */
export function refuseEmptyDiscount(discount: Quote['discount'] | undefined): void {
  if (isNothingOff(discount ?? null)) throw invalidField('/discount', 'min', NOTHING_OFF);
}

const DAYS = ['issueDate', 'validUntil', 'pricingDate', 'startOn'] as const;

/**
 * No quote or order reaches the ends of the calendar. Pure.
 * @throws DomainError validation_failed
 */
export function refuseFarHead(
  head: Readonly<Partial<Record<(typeof DAYS)[number], LocalDate | null>>>,
): void {
  refuseFarDays(Object.fromEntries(DAYS.map((name) => [name, head[name]])));
}

/**
 * What renews has a term to renew. Pure.
 * @throws DomainError validation_failed
 */
export function refuseEndlessRenewal({
  autoRenew,
  termMonths,
}: {
  readonly autoRenew: boolean;
  readonly termMonths: number | null;
}): void {
  if (autoRenew && termMonths === null) {
    throw invalidField('/autoRenew', 'term', 'goes with a term');
  }
}

/** @throws DomainError validation_failed where there is no such book, or none that may be seen */
export async function requireBookOfQuote(tx: Tx, id: PriceBookId | null): Promise<void> {
  if (id === null) return;
  await requirePriceBook(tx, id).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error;
    throw invalidField('/priceBookId', 'reference_not_found', 'There is no such price book.');
  });
}
