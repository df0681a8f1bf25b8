import { invalidField, type DomainError } from '@quittance/kernel';
import { sumOf, type Currency } from '@quittance/money';
import { lineAmounts, type Discount } from '@quittance/tax';
import type { AdjustedLine, AdjustmentKind } from './adjustments.js';
import { alikeOf } from './taxed-alike.js';

/** An allowance or a charge as it is priced. */
export interface PricedTakenOff extends Omit<AdjustedLine, 'discount'> {
  readonly discount?: Discount | null;
  readonly adjustment: AdjustmentKind;
}

/** The lines of a document that an allowance or a charge of it stands behind. */
export interface StandingLines {
  readonly sold: readonly AdjustedLine[];
  /** What others than the document itself take off or put on: those of its order. */
  readonly others?: readonly AdjustedLine[];
}

/**
 * Refuses allowances that take off more than the lines come to that are taxed as they are, with
 * what is put on these: a document would ask for less than nothing at a rate, and its tax would
 * be given back without ever having been asked for. Pure.
 * @throws DomainError validation_failed with pointers into `/adjustments`
 */
export function refuseBeyondLines(
  made: readonly PricedTakenOff[],
  { sold, others = [] }: StandingLines,
  currency: Currency,
): void {
  refuseOfNothing(made, sold);
  if (exceedsLines(made, [...sold, ...others], currency)) throw takesOffMore();
}

/** @throws DomainError validation_failed with pointers into `/adjustments` */
export function refuseOfNothing(
  made: readonly PricedTakenOff[],
  sold: readonly AdjustedLine[],
): void {
  const at = made.findIndex(
    (each) => each.adjustment === 'allowance' && alikeOf(each, sold).length === 0,
  );
  if (at < 0) return;
  const message = 'is of nothing: no line is taxed as it is';
  throw invalidField(`/adjustments/${at}/taxCode`, 'empty', message);
}

/** Whether more is taken off than the lines come to that are taxed alike, with what is put on. */
export function exceedsLines(
  made: readonly PricedTakenOff[],
  lines: readonly AdjustedLine[],
  currency: Currency,
): boolean {
  const sum = (all: readonly PricedTakenOff[] | readonly AdjustedLine[]) =>
    sumOf(
      all.map(({ discount = null, ...line }, i) => {
        return lineAmounts.of({ ...line, discount }, i, currency).amount;
      }),
    );
  return made.some(
    (each) =>
      each.adjustment === 'allowance' && sum(alikeOf(each, lines)) + sum(alikeOf(each, made)) < 0n,
  );
}

/** What is said where more is taken off. */
export function takesOffMore(): DomainError {
  const message = 'take off more than the lines come to that are taxed as they are';
  return invalidField('/adjustments', 'max', message);
}
