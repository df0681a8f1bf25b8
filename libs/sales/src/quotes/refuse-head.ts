import { requirePriceBook, type PriceBookId } from '@quittance/catalog';
import type { Tx } from '@quittance/database';
import { DomainError, invalidField } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { isNothingOff, NOTHING_OFF } from './lines/quote-line.js';
import type { Quote } from './quote.description.js';

/** Far enough from the end of the calendar for the longest term and any anchor. */
const LAST_DAY = '8999-12-31' as LocalDate;
/** @throws DomainError validation_failed where the discount on all of it takes nothing off */
export function refuseEmptyDiscount(discount: Quote['discount'] | undefined): void {
  if (isNothingOff(discount ?? null)) throw invalidField('/discount', 'min', NOTHING_OFF);
}

const DAYS = ['issueDate', 'validUntil', 'pricingDate', 'startOn'] as const;

/**
 * No quote reaches the end of the calendar, behind which its periods could not be counted. Pure.
 * @throws DomainError validation_failed
 */
export function refuseFarDays(
  head: Readonly<Partial<Record<(typeof DAYS)[number], LocalDate | null>>>,
): void {
  const far = DAYS.find((name) => (head[name] ?? LAST_DAY) > LAST_DAY);
  if (far) throw invalidField(`/${far}`, 'max', `must not be after ${LAST_DAY}`);
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
    throw invalidField('/priceBookId', 'not_found', 'There is no such price book.');
  });
}
