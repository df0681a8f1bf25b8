import { isLocalDate, unmeantDay } from '@quittance/calendar';
import { WrongValue, type Field } from '@quittance/fields';
import { parseInstant } from '@quittance/kernel';
import { isInstantText } from '@quittance/lists';

/**
 * What somebody of a portal sends for a field, or what is wrong with it: a day or an instant is one
 * that is lived, as in every other body of the portals. Where the field has a bound of its own, the
 * company has said what it takes, and that alone holds.
 */
export function meantValue(field: Field | undefined, value: unknown): unknown {
  const day = field && typeof value === 'string' ? dayOf(field, value) : undefined;
  const wrong = day === undefined ? null : unmeantDay(day);
  if (!wrong || field?.settings[wrong.code] !== undefined) return value;
  return new WrongValue(wrong);
}

/** Of an instant that in UTC; what is neither is judged as the value is read. */
function dayOf({ type }: Field, value: string): string | undefined {
  if (type === 'date') return isLocalDate(value) ? value : undefined;
  if (type !== 'datetime' || !isInstantText(value)) return undefined;
  return parseInstant(value).slice(0, 10);
}
