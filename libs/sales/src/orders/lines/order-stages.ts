import { invalidFields, type FieldError } from '@quittance/kernel';
import {
  decimal,
  divideRounded,
  parseMinor,
  roundToScale,
  sumOf,
  type Currency,
} from '@quittance/money';
import type { KeptQuoteLine } from '../../quotes/lines/quote-line.js';
import type { InvoicingStage, OrderLine } from './order-line.description.js';

/** 100 percent, at six places. */
const WHOLE = 100_000_000n;

/** The members of a stage that a person says: whether it was reached is not theirs to write. */
export function plainStages(stages: readonly InvoicingStage[]): readonly InvoicingStage[] {
  return stages.map(({ name, percent, amount }) => ({
    name,
    ...(percent !== undefined && { percent }),
    ...(amount !== undefined && { amount }),
  }));
}

/** @throws DomainError validation_failed */
export function checkStages(
  { invoicing }: Pick<KeptQuoteLine, 'invoicing'>,
  stages: readonly InvoicingStage[],
  pointer: string,
): void {
  const errors: FieldError[] = [];
  const refuse = (at: string, code: string, message: string) =>
    errors.push({ pointer: `${pointer}/stages${at}`, code, message });
  if (stages.length === 0) return;
  if (invoicing !== 'percent' && invoicing !== 'milestone') {
    refuse('', 'not_taken', 'are for what is invoiced by percentages or milestones');
  }
  // By its name a milestone is reached: of two that bear it one never would be.
  const names = new Set<string>();
  stages.forEach(({ name, percent, amount }, i) => {
    const own = name.trim();
    if (own === '') refuse(`/${i}/name`, 'required', 'is required');
    else if (names.has(own)) refuse(`/${i}/name`, 'unique', 'is the name of an earlier stage');
    names.add(own);
    if ((percent === undefined) === (amount === undefined)) {
      refuse(`/${i}`, 'either', 'has either a percentage or an amount');
    }
    if (amount !== undefined && invoicing === 'percent') {
      refuse(`/${i}/amount`, 'not_taken', 'is for milestones');
    }
    const part = percent ?? amount;
    if (part !== undefined && decimal(part).units <= 0n) refuse(`/${i}`, 'min', 'is above 0');
  });
  const sum = stages.reduce(
    (all, { percent = '0' }) => all + roundToScale(decimal(percent), 6),
    0n,
  );
  // With amounts beside them the last milestone takes the rest.
  const shares = invoicing === 'percent' || stages.every(({ amount }) => amount === undefined);
  if (shares && sum !== WHOLE) refuse('', 'sum', 'add up to 100 percent');
  else if (sum > WHOLE) refuse('', 'sum', 'come to at most 100 percent');
  if (errors.length > 0) throw invalidFields(errors);
}

/** Whether the amounts of stages can be of a currency. @throws DomainError validation_failed */
export function refuseStageAmounts(
  lines: readonly { readonly kept: Pick<OrderLine, 'stages'> }[],
  currency: Currency,
): void {
  const errors = lines.flatMap(({ kept: { stages } }, line) =>
    stages.flatMap(({ amount }, i): FieldError[] => {
      if (amount === undefined || parseMinor(amount, currency) !== undefined) return [];
      const message = `must be an amount of ${currency}`;
      return [{ pointer: `/lines/${line}/stages/${i}/amount`, code: 'amount', message }];
    }),
  );
  if (errors.length > 0) throw invalidFields(errors);
}

/**
 * Milestones by amounts ask for no more than their line is worth without tax: what is above would
 * be invoiced by none of them. Those that come to less leave the rest to the last.
 * @throws DomainError validation_failed
 */
export function refuseStagesAbove(
  lines: readonly Pick<OrderLine, 'stages' | 'net'>[],
  currency: Currency,
): void {
  const errors = lines.flatMap(({ stages, net }, line): FieldError[] => {
    const fixed = sumOf(stages.map(({ amount = '0' }) => parseMinor(amount, currency) ?? 0n));
    if (fixed === 0n) return [];
    const parts = sumOf(stages.map(({ percent = '0' }) => roundToScale(decimal(percent), 6)));
    if (fixed + divideRounded(net * parts, WHOLE) <= net) return [];
    const message = 'come to at most what the line is worth without tax';
    return [{ pointer: `/lines/${line}/stages`, code: 'sum', message }];
  });
  if (errors.length > 0) throw invalidFields(errors);
}
