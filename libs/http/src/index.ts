export { deviceCookie, keepDevice } from './access/device-cookie.js';
export {
  AdministratorsOnly,
  AlsoResource,
  AndGrant,
  Asks,
  CollectionParameter,
  NeedsGrant,
  OrGrant,
  Public,
  Resource,
  ResourceOf,
  SignedInOnly,
  type AskedAction,
} from './access/marks.js';
export { routeChanges, type RouteChanges, type RouteRight } from './access/route-changes.js';
export { RouteTable, type Route } from './access/route-table.js';
export { missingRight } from './access/missing-right.js';
export type { ResourcePolicy, RoutePolicy } from './access/route-policy.js';
export { CLOCK, apiSettings, type ApiSettings, type HostName } from './api-settings.js';
export { createApi, type ApiOptions } from './create-api.js';
export { Answers, AnswersEach, AnswersList, AnswersNothing } from './docs/answers.decorator.js';
export { listOf } from './docs/marks.js';
export { OpenMembers } from './docs/open-members.js';
export { openApiDocument } from './docs/openapi.js';
export {
  headersTooLarge,
  idempotencyKeyInFlight,
  idempotencyKeyInvalid,
  idempotencyKeyReused,
  internalError,
  malformedRequest,
  methodNotAllowed,
  notAcceptable,
  notReady,
  payloadTooLarge,
  permissionDenied,
  rateLimited,
  requestQuarantined,
  requestTimeout,
  routeNotFound,
  shuttingDown,
  unauthenticated,
  unsupportedMediaType,
  uriTooLong,
} from './http.errors.js';
export { HealthModule, type HealthSettings } from './health/health.module.js';
export { AnswersSecret } from './idempotency/answers-secret.js';
export { IdempotencyKeys } from './idempotency/idempotency-keys.js';
export { KeptForHours } from './idempotency/kept-hours.js';
export { BodyOf } from './input/body-of.js';
export { membersAs } from './input/members-as.js';
export { ShowsCustomFields, TakesCustomFields } from './input/custom-fields.js';
export type { FieldOptions } from './input/field.js';
export {
  EnumsField,
  IdsField,
  JsonField,
  JsonOrTextField,
  ListField,
  ObjectField,
  TextsField,
  ValueField,
  type ListOptions,
} from './input/nested-fields.js';
export {
  AmountField,
  DecimalField,
  IntegerField,
  type AmountOptions,
  type DecimalOptions,
  type IntegerOptions,
} from './input/number-fields.js';
export {
  BooleanField,
  CurrencyField,
  DateField,
  EmailField,
  EnumField,
  IdField,
  InstantField,
  TextField,
  type TextOptions,
} from './input/text-fields.js';
export {
  CsvBody,
  FileBody,
  LargeBody,
  NoRateLimit,
  RawBody,
  StrictRateLimit,
} from './limits/limits.js';
export { ListParams, type ListCall } from './lists/list-params.decorator.js';
export { ListTable, type RoutedList } from './lists/list-table.js';
export { Lists } from './lists/lists.js';
export {
  AnswersWholeList,
  WholeListParams,
  wholeList,
  type WholeListCall,
} from './lists/whole-list.js';
export { FrameworkLogger, LOGGER, createLogger, type Logger } from './logging/logger.js';
export { Metrics } from './metrics/metrics.js';
export { Problems } from './problems/problems.decorator.js';
export type { ApiRequest, RequestOrigin } from './requests/api-request.js';
export { IfMatch, Origin, PathId, RawBytes, RequestCtx } from './requests/parameters.js';
export { runApi, type RunOptions } from './run-api.js';
export { httpMigrations } from './http.schema.js';
