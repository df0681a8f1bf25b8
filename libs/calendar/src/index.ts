export {
  addDays,
  addMonths,
  dateAt,
  dateParts,
  dayOfMonth,
  daysBetween,
  isLocalDate,
  isTimeZone,
  type LocalDate,
  monthNumber,
  parseLocalDate,
  startOfDay,
  timeAt,
  toEpochDay,
  withOrdinal,
} from './dates.js';
export { unmeantDay } from './meant-days.js';
export { NAMED_PERIODS, namedPeriod, type NamedDays, relativeDate } from './periods.js';
export { isRelativeDay, relativeDay } from './relative-days.js';
export {
  FREQUENCIES,
  type Frequency,
  periodEnd,
  periodIndexOnOrAfter,
  periodStart,
} from './recurrence.js';
