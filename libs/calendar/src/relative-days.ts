import { addDays, type LocalDate } from './dates.js';

const RELATIVE = /^today(?:([+-])(\d{1,5})d)?$/;

/** Whether it is a day that counts from today: `today`, `today+30d`, `today-7d`. */
export function isRelativeDay(value: unknown): value is string {
  return typeof value === 'string' && RELATIVE.test(value);
}

/** The day that such a text means; undefined for anything else. */
export function relativeDay(text: string, today: LocalDate): LocalDate | undefined {
  const [whole, sign, days] = RELATIVE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  if (days === undefined) return today;
  try {
    return addDays(today, Number(days) * (sign === '-' ? -1 : 1));
  } catch {
    // Beyond the years 1 to 9999 there is no day to compare with.
    return undefined;
  }
}
