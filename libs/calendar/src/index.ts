export {
  addDays,
  addMonths,
  dateAt,
  dateParts,
  daysBetween,
  isLocalDate,
  isTimeZone,
  type LocalDate,
  parseLocalDate,
  startOfDay,
  toEpochDay,
} from './dates.js';
export { isRelativeDay, relativeDay } from './relative-days.js';
export {
  FREQUENCIES,
  type Frequency,
  periodEnd,
  periodIndexOnOrAfter,
  periodStart,
} from './recurrence.js';
