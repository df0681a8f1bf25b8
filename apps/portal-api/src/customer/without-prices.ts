import { DomainError } from '@quittance/kernel';

/** A sum that an operation tells in a refusal, as its sentences have it: `1190.00`. */
const SUM = /^-?\d+([.,]\d+)?( [A-Z]{3})?$/;
const HIDDEN = '…';

/**
 * A refusal for somebody who may see no prices: its code stands, and its sentence has no sum and no
 * currency. What it says of single fields is left out where a sum could stand in it.
 */
export function withoutPrices(error: unknown): unknown {
  if (!(error instanceof DomainError)) return error;
  const { problem, params, options } = error;
  const shown = Object.entries(params).map(([name, value]) => [
    name,
    SUM.test(String(value)) || name === 'currency' ? HIDDEN : value,
  ]);
  const errors = options.errors?.map((each) => ({
    ...each,
    message: /\d/.test(each.message) ? 'is not possible' : each.message,
  }));
  const hidden = Object.fromEntries(shown) as typeof params;
  return new DomainError(problem, hidden, { ...options, ...(errors && { errors }) });
}
