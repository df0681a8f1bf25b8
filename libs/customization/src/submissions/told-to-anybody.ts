import { DomainError } from '@quittance/kernel';

/** What is wrong by other records alone: a rule of duplicates, or a value that is taken. */
const OF_OTHERS: ReadonlySet<string> = new Set(['duplicate', 'duplicate_record', 'unique']);

/**
 * A refusal as whoever is not known may be told it: without what speaks of records that are there,
 * or anybody could ask whose addresses these hold. Null where nothing else is wrong.
 */
export function toldToAnybody(refusal: DomainError): DomainError | null {
  const { code, problem, params, options } = refusal;
  if (OF_OTHERS.has(code)) return null;
  const errors = options.errors?.filter((each) => !OF_OTHERS.has(each.code));
  if (errors === undefined || errors.length === options.errors?.length) return refusal;
  return errors.length === 0 ? null : new DomainError(problem, params, { ...options, errors });
}
