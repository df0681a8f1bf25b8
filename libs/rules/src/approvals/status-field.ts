import type { LocalDate } from '@quittance/calendar';
import { KINDS, type Field, type ReadContext } from '@quittance/fields';
import type { Currency } from '@quittance/money';

/** A text is read alike in every record. */
const NOWHERE: ReadContext = {
  today: '2026-01-01' as LocalDate,
  timeZone: 'UTC',
  baseCurrency: 'EUR' as Currency,
  previous: null,
  valueOf: () => null,
};

/**
 * Whether a field takes a status by its length and pattern. One that is unique shows that of one
 * record at most.
 */
export function takesStatus(field: Field, status: string): boolean {
  if (field.type !== 'text' || field.unique) return false;
  return KINDS.text.read(status, field, NOWHERE).faults === undefined;
}
