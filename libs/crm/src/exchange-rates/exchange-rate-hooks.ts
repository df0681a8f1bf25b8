import { invalidFields } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { completedRate, pairFaults } from './exchange-rate.js';

function completed(rate: FieldValues): FieldValues {
  const more = completedRate(rate);
  const faults = pairFaults(more);
  if (faults.length > 0) throw invalidFields(faults);
  return more;
}

/** What is said already needs no change. */
function news(before: FieldValues, more: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(more).filter(([name, value]) => before[name] !== value));
}

export const exchangeRateHooks: ObjectHooks = {
  beforeCreate: (_, rates) => Promise.resolve(rates.map(completed)),
  beforeUpdate: (_, changes) =>
    Promise.resolve(changes.map(({ after }) => news(after, completed(after)))),
};
