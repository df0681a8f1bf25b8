import { invalidFields, type FieldError } from '@quittance/kernel';
import { parseDecimal, parseMinor, type Currency } from '@quittance/money';
import { MOST_COMMISSION_TIERS } from './commission-plan.js';
import { lineKey, type PlanLine, type SaidTier } from './plan-line.js';

/** A line as it is sent: what is left out is null. */
export type SentPlanLine = Partial<PlanLine>;

/**
 * The lines of a plan as they are kept.
 * @throws DomainError validation_failed naming every mistake
 */
export function readPlanLines(sent: readonly SentPlanLine[], currency: Currency): PlanLine[] {
  const lines = sent.map(({ productId, category, rate, tiers, recurringMonths }): PlanLine => ({
    productId: productId ?? null,
    category: category ?? null,
    rate: rate ?? null,
    tiers: tiers?.map((tier) => ({ upTo: tier.upTo ?? null, rate: tier.rate })) ?? null,
    recurringMonths: recurringMonths ?? null,
  }));
  const errors = lines.flatMap((line, i) => faultsOf(line, `/lines/${i}`, currency));
  const keys = lines.map(lineKey);
  keys.forEach((key, i) => {
    if (keys.indexOf(key) === i) return;
    errors.push(fault(`/lines/${i}`, 'unique', 'is for what another line is for'));
  });
  if (lines.length === 0) errors.push(fault('/lines', 'min', 'must not be empty'));
  if (errors.length > 0) throw invalidFields(errors);
  return lines;
}

function faultsOf(line: PlanLine, at: string, currency: Currency): FieldError[] {
  const { productId, category, rate, tiers } = line;
  const found: FieldError[] = [];
  if (productId !== null && category !== null) {
    found.push(fault(`${at}/category`, 'unexpected', 'goes without a product'));
  }
  if ((rate === null) === (tiers === null)) {
    found.push(fault(`${at}/rate`, 'required', 'is said, or tiers are'));
  }
  if (rate !== null && !isRate(rate)) found.push(notARate(`${at}/rate`));
  if (tiers) found.push(...tierFaults(tiers, `${at}/tiers`, currency));
  return found;
}

function tierFaults(tiers: readonly SaidTier[], at: string, currency: Currency): FieldError[] {
  const found: FieldError[] = [];
  if (tiers.length === 0 || tiers.length > MOST_COMMISSION_TIERS) {
    found.push(fault(at, 'max', `must have from 1 to ${MOST_COMMISSION_TIERS} items`));
  }
  let before = 0n;
  tiers.forEach(({ upTo, rate }, i) => {
    if (!isRate(rate)) found.push(notARate(`${at}/${i}/rate`));
    const isLast = i === tiers.length - 1;
    const end = upTo === null ? undefined : parseMinor(upTo, currency);
    if (isLast && upTo !== null) {
      found.push(fault(`${at}/${i}/upTo`, 'unexpected', 'of the last tier has no end'));
    } else if (!isLast && (end === undefined || end <= before)) {
      const message = `must be an amount of ${currency} above the one before`;
      found.push(fault(`${at}/${i}/upTo`, 'order', message));
    }
    before = end ?? before;
  });
  return found;
}

/** Six decimals, from 0 to 100. */
function isRate(text: string): boolean {
  const rate = parseDecimal(text);
  if (!rate || rate.units < 0n || rate.scale > 6) return false;
  return rate.units <= 100n * 10n ** BigInt(rate.scale);
}

const notARate = (pointer: string) =>
  fault(pointer, 'range', 'must be from 0 to 100 with at most six decimals');

function fault(pointer: string, code: string, message: string): FieldError {
  return { pointer, code, message };
}
