import { invalidFields, type DomainError } from '@quittance/kernel';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { completedRate, pairFaults } from './exchange-rate.js';

/** Of a pair of which both can be read. */
function pairFault({ base, quote }: FieldValues): DomainError | null {
  if (typeof base !== 'string' || typeof quote !== 'string') return null;
  const faults = pairFaults({ base: base.toUpperCase(), quote: quote.toUpperCase() });
  return faults.length > 0 ? invalidFields(faults) : null;
}

/** What is said already needs no change. */
function news(before: FieldValues, more: FieldValues): FieldValues {
  return Object.fromEntries(Object.entries(more).filter(([name, value]) => before[name] !== value));
}

export const exchangeRateHooks: ObjectHooks = {
  faults: (_, rates) => Promise.resolve(rates.map(({ after }) => pairFault(after))),
  beforeCreate: (_, rates) => Promise.resolve(rates.map(completedRate)),
  beforeUpdate: (_, changes) =>
    Promise.resolve(changes.map(({ after }) => news(after, completedRate(after)))),
};
