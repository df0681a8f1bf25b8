import { invalidField, type DomainError } from '@quittance/kernel';
import { sumOf, type Currency } from '@quittance/money';
import { lineAmounts, type PricingLine } from '@quittance/tax';
import { alikeOf, type TaxAsked } from './taxed-alike.js';

/** A line as far as it says what it comes to, and how it is taxed. */
export interface StandingLine
  extends TaxAsked, Omit<PricingLine, 'discount' | 'taxCode' | 'taxRate'> {
  readonly discount?: PricingLine['discount'];
}

/** An allowance or a charge as it is priced. */
export interface MadeAdjustment extends StandingLine {
  readonly adjustment: 'allowance' | 'charge';
  /** Which of the document's adjustments has made it; null of one that its order has made. */
  readonly adjustmentIndex: number | null;
}

/** The lines of a document that an allowance or a charge of it stands behind. */
export interface StandingLines {
  readonly sold: readonly StandingLine[];
  /** What others than the document itself take off or put on: those of its order. */
  readonly others?: readonly StandingLine[];
}

/**
 * Refuses allowances that take off more than the lines come to that are taxed as they are, with
 * what is put on these: a document would ask for less than nothing at a rate, and its tax would
 * be given back without ever having been asked for. Pure.
 * @throws DomainError validation_failed with pointers into `/adjustments`
 */
export function refuseBeyondLines(
  made: readonly MadeAdjustment[],
  { sold, others = [] }: StandingLines,
  currency: Currency,
): void {
  refuseOfNothing(made, sold);
  if (exceedsLines(made, [...sold, ...others], currency)) throw takesOffMore();
}

/** @throws DomainError validation_failed with pointers into `/adjustments` */
export function refuseOfNothing(
  made: readonly MadeAdjustment[],
  sold: readonly StandingLine[],
): void {
  const empty = made.find(
    (each) => each.adjustment === 'allowance' && alikeOf(each, sold).length === 0,
  );
  if (!empty) return;
  const message = 'is of nothing: no line is taxed as it is';
  throw invalidField(`/adjustments/${empty.adjustmentIndex ?? 0}/taxCode`, 'empty', message);
}

/** Whether more is taken off than the lines come to that are taxed alike, with what is put on. */
export function exceedsLines(
  made: readonly MadeAdjustment[],
  lines: readonly StandingLine[],
  currency: Currency,
): boolean {
  const sum = (all: readonly StandingLine[]) =>
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
