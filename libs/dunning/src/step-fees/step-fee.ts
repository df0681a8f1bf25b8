import { invalidFields, type FieldError } from '@quittance/kernel';
import {
  decimal,
  divideRounded,
  LARGEST_ON_DOCUMENT,
  parseDecimal,
  parseMinor,
  pow10,
  type Currency,
} from '@quittance/money';

/** A fee of a step in one currency; decimal text of major units. */
export interface StepFeeAmount {
  readonly currency: Currency;
  readonly amount: string;
}

/** What a step asks for being late: a part of what is open, or an amount by currency. */
export interface StepFee {
  /** Of what is open and nobody objects to; decimal text. */
  readonly percent: string | null;
  readonly amounts: readonly StepFeeAmount[];
  /** By which the fee is taxed; out of the scope of tax without one. */
  readonly taxCode: string | null;
}

export const MOST_FEE_CURRENCIES = 50;
const PERCENT_SCALE = 6;
const MOST_PERCENT = 100n;

/**
 * The fee of a step for what is open, in minor units: rounded once, half away from zero; 0 where
 * there is none in the currency. Pure.
 */
export function feeOf(fee: StepFee | null | undefined, open: bigint, currency: Currency): bigint {
  if (!fee || open <= 0n) return 0n;
  if (fee.percent === null) {
    const asked = fee.amounts.find((each) => each.currency === currency);
    return asked ? (parseMinor(asked.amount, currency) ?? 0n) : 0n;
  }
  const percent = parseDecimal(fee.percent);
  return percent ? divideRounded(open * percent.units, 100n * pow10(percent.scale)) : 0n;
}

/** What is wrong with a fee. Pure. */
export function feeFaults({ percent, amounts }: StepFee, pointer: string): FieldError[] {
  const at = (member: string, code: string, message: string): FieldError => ({
    pointer: `${pointer}/${member}`,
    code,
    message,
  });
  const none = amounts.length === 0;
  if (percent === null && none) return [at('percent', 'required', 'is given, or amounts are')];
  if (percent !== null) {
    if (!none) return [at('amounts', 'conflict', 'are given, or a percent is, and not both')];
    return isPercent(percent) ? [] : [at('percent', 'range', 'must be above 0 and at most 100')];
  }
  return amounts.flatMap(({ currency, amount }, i) => {
    const first = amounts.findIndex((each) => each.currency === currency);
    if (first < i) return [at(`amounts/${i}/currency`, 'duplicate', 'is named twice')];
    const member = `amounts/${i}/amount`;
    if (isAboveLine(amount)) return [at(member, 'max', `must be at most ${LARGEST_ON_DOCUMENT}`)];
    if ((parseMinor(amount, currency) ?? 0n) > 0n) return [];
    return [at(member, 'min', `must be an amount of ${currency} above 0`)];
  });
}

/** @throws DomainError validation_failed */
export function refuseFees(steps: readonly { readonly fee?: StepFee | null }[]): void {
  const faults = steps.flatMap(({ fee }, i) => (fee ? feeFaults(fee, `/steps/${i}/fee`) : []));
  if (faults.length > 0) throw invalidFields(faults);
}

/** Whether it is more than the line of an invoice can bear. Pure. */
export function isAboveLine(amount: string): boolean {
  const [asked, most] = [parseDecimal(amount), decimal(LARGEST_ON_DOCUMENT)];
  return asked !== undefined && asked.units * pow10(most.scale) > most.units * pow10(asked.scale);
}

function isPercent(text: string): boolean {
  const percent = parseDecimal(text);
  if (!percent || percent.scale > PERCENT_SCALE) return false;
  return percent.units > 0n && percent.units <= MOST_PERCENT * pow10(percent.scale);
}
