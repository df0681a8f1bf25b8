export {
  addSeconds,
  type Clock,
  dateObject,
  epochMs,
  type Instant,
  instantFromEpochMs,
  parseInstant,
  systemClock,
} from './clock.js';
export {
  type Actor,
  ALL_PERMISSIONS,
  bulkCtx,
  type Ctx,
  type Permissions,
  systemCtx,
  type Unit,
} from './context.js';
export {
  CannotStart,
  defineProblem,
  DomainError,
  type FieldError,
  invalidField,
  invalidFields,
  malformedRequest,
  notFound,
  type ProblemDefinition,
  references,
  validationFailed,
} from './errors.js';
export {
  type AccountId,
  asId,
  type CompanyId,
  type CreditNoteId,
  type Id,
  type InvoiceId,
  isUuid,
  newId,
  type ProductId,
  type ScheduleId,
  type SessionId,
  type UserId,
  writeNewId,
} from './ids.js';
export { nextSweep } from './sweeps.js';
