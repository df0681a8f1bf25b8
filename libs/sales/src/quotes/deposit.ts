import { invalidField } from '@quittance/kernel';
import { decimal, divideRounded, parseMinor, pow10, type Currency } from '@quittance/money';
import type { Discount } from '@quittance/tax';

/** What is paid ahead of everything else: of the total with tax, or an amount with tax. */
export type Deposit = Discount;

/**
 * A deposit asks for something, and for no more than all. Pure.
 * @throws DomainError validation_failed
 */
export function refuseDepositShape(deposit: Deposit | null | undefined): void {
  if (!deposit) return;
  const { units, scale } = decimal('percent' in deposit ? deposit.percent : deposit.amount);
  if (units <= 0n) throw invalidField('/deposit', 'min', 'must be above 0');
  if ('percent' in deposit && units > 100n * pow10(scale)) {
    throw invalidField('/deposit/percent', 'max', 'must be at most 100');
  }
}

/**
 * The same of a currency, which an amount must fit. Whether it is within the total is judged when
 * the quote is submitted. Pure.
 * @throws DomainError validation_failed
 */
export function refuseDeposit(deposit: Deposit | null | undefined, currency: Currency): void {
  refuseDepositShape(deposit);
  if (!deposit || 'percent' in deposit) return;
  if (parseMinor(deposit.amount, currency) === undefined) {
    throw invalidField('/deposit/amount', 'amount', `must be an amount of ${currency}`);
  }
}

/** What a deposit comes to; of less than it asks for all of that. Minor units. Pure. */
export function depositOf(
  deposit: Deposit | null,
  total: bigint,
  currency: Currency,
): bigint | null {
  if (!deposit) return null;
  if ('amount' in deposit) {
    const asked = parseMinor(deposit.amount, currency) ?? 0n;
    return asked < total ? asked : total;
  }
  const { units, scale } = decimal(deposit.percent);
  return divideRounded(total * units, 100n * pow10(scale));
}
