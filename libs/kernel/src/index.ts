export {
  addSeconds,
  dateObject,
  epochMs,
  instantFromEpochMs,
  manualClock,
  parseInstant,
  systemClock,
  type Clock,
  type Instant,
} from './clock.js';
export {
  ALL_PERMISSIONS,
  bulkCtx,
  systemCtx,
  type Actor,
  type Ctx,
  type Permissions,
  type Unit,
} from './context.js';
export { isCountry } from './countries.js';
export { CURRENCIES, currencyDigits, isCurrency, type Currency } from './currencies.js';
export {
  addDays,
  addMonths,
  dateAt,
  dateParts,
  daysBetween,
  daysInMonth,
  fromEpochDay,
  isLocalDate,
  isTimeZone,
  parseLocalDate,
  startOfDay,
  toEpochDay,
  type LocalDate,
} from './dates.js';
export { withDeadline } from './deadline.js';
export {
  add,
  decimal,
  divideRounded,
  formatDecimal,
  formatUnits,
  placePoint,
  multiply,
  parseDecimal,
  pow10,
  roundToScale,
  trimDecimal,
  type Decimal,
} from './decimal.js';
export {
  CannotStart,
  DomainError,
  defineProblem,
  invalidField,
  invalidFields,
  lastWords,
  malformedRequest,
  notFound,
  problemCatalogue,
  validationFailed,
  type FieldError,
  type Problem,
  type ProblemDefinition,
  type ProblemOptions,
  type ProblemParams,
} from './errors.js';
export { failpoint, watchFailpoints, type FailpointWatcher } from './failpoint.js';
export { gstStateOfNumber, gstStateOfRegion, type GstState } from './gst-states.js';
export {
  asId,
  isUuid,
  newId,
  writeNewId,
  type AccountId,
  type BillingRunId,
  type CompanyId,
  type CreditNoteId,
  type Id,
  type InvoiceId,
  type PaymentId,
  type ProductId,
  type ScheduleId,
  type SessionId,
  type UserId,
} from './ids.js';
export { Lanes } from './lanes.js';
export {
  addMoney,
  allocate,
  formatMinor,
  minOf,
  money,
  parseMinor,
  sameCurrency,
  subtractMoney,
  sumOf,
  type Money,
} from './money.js';
export { isRelativeDay, relativeDay } from './relative-days.js';
export { systemRandom, type Random } from './random.js';
export {
  FREQUENCIES,
  periodEnd,
  periodIndexOnOrAfter,
  periodStart,
  type Frequency,
} from './schedule-grid.js';
export { nextSweep } from './sweeps.js';
export {
  checkedVatIdCountry,
  isEin,
  isEuMember,
  isGstin,
  isPan,
  isTan,
  normalTaxId,
  vatIdCountry,
} from './tax-ids.js';
export { hasEndlessMarks, normalText } from './work/normal-text.js';
export { containsPart, isLongPart, splitAtPart } from './work/text-search.js';
export { mapInTurns, restIfDue } from './work/turns.js';
export { WorkBudget } from './work/work-budget.js';
