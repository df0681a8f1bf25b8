export { AsksActorAlong } from './access/asked-along.js';
export { askedActions, type AskedWithin } from './access/asked-actions.js';
export { cookieOf, deviceCookie, type DevicePlace, keepDevice } from './access/device-cookie.js';
export {
  AdministratorsOnly,
  AlsoResource,
  AndGrant,
  Asks,
  CollectionParameter,
  NeedsGrant,
  OrGrant,
  Public,
  Repeats,
  Resource,
  ResourceOf,
  SignedInOnly,
  TellsWhole,
  WholeCompany,
  Weighs,
  Writes,
} from './access/marks.js';
export { NamedInBodies } from './access/named-records.js';
export {
  type NamedByKind,
  type ReachedRecords,
  ReachedRecordsTable,
} from './access/reached-records.js';
export { OwnEyesOnly, PortalRoute } from './access/portal-marks.js';
export { routeChanges, type RouteRight } from './access/route-changes.js';
export { adminsOnly, missingOfPortal } from './access/portal-policy.js';
export { type Route, RouteTable } from './access/route-table.js';
export { apiSettings, type ApiSettings, CLOCK, type HostName } from './api-settings.js';
export { createApi } from './create-api.js';
export {
  Answers,
  AnswersEach,
  AnswersExport,
  AnswersList,
  AnswersNothing,
} from './docs/answers.decorator.js';
export { listOf } from './docs/marks.js';
export { openApiDocument } from './docs/openapi.js';
export { UnionBy } from './docs/union-members.js';
export { HealthModule } from './health/health.module.js';
export {
  fieldsHidden,
  idempotencyKeyReused,
  malformedRequest,
  notAcceptable,
  permissionDenied,
  unauthenticated,
  scopeTooNarrow,
} from './http.errors.js';
export { httpMigrations } from './http.schema.js';
export { AnswersSecret } from './idempotency/answers-secret.js';
export { IdempotencyKeys } from './idempotency/idempotency-keys.js';
export { KeptForHours } from './idempotency/kept-hours.js';
export { HoldsKey, SentKey } from './idempotency/sent-key.js';
export { bodyAs } from './input/body-as.js';
export { BodyOf } from './input/body-of.js';
export { ShowsCustomFields, TakesCustomFields } from './input/custom-fields.js';
export {
  describedBody,
  DraftBody,
  HeadBody,
  PatchBody,
  type Shapes,
} from './input/described-body.js';
export { SeenBody } from './input/seen-body.js';
export { membersAs } from './input/members-as.js';
export {
  EnumsField,
  IdsField,
  IntegersField,
  JsonField,
  JsonOrTextField,
  JudgedListField,
  ListField,
  ObjectField,
  TextsField,
  ValueField,
} from './input/nested-fields.js';
export { AmountField, DecimalField, IntegerField } from './input/number-fields.js';
export {
  BooleanField,
  CountryField,
  CurrencyField,
  DateField,
  EmailField,
  EnumField,
  IdField,
  InstantField,
  TextField,
} from './input/text-fields.js';
export { Actors, type SignedIn } from './access/actors.js';
export { Admission, AsksFor, SIGN_INS } from './limits/admission.js';
export {
  CsvBody,
  FileBody,
  LargeBody,
  LinkRateLimit,
  RawBody,
  StrictRateLimit,
} from './limits/limits.js';
export { KeyedLimits } from './limits/keyed-limits.js';
export { BesideList } from './lists/beside-list.js';
export { masterName } from './lists/labels.js';
export { ExportQuery, exportOf } from './lists/list-export.js';
export { ExportsLines } from './lists/beside-route.js';
export { DocumentFiles } from './lists/document-files.js';
export type { ListCall } from './lists/list-call.js';
export { ListParams } from './lists/list-params.decorator.js';
export { ListTable } from './lists/list-table.js';
export { csvTextOf } from './lists/tables/csv.js';
export { Lists } from './lists/lists.js';
export { PortalPointedRows, type PortalTarget } from './lists/portal-pointed-rows.js';
export { type FoundRow, FoundRowDto } from './lists/named-rows.js';
export {
  AnswersWholeList,
  wholeList,
  type WholeListCall,
  WholeListParams,
} from './lists/whole-list.js';
export { createLogger, FrameworkLogger, LOGGER, type Logger } from './logging/logger.js';
export { Metrics } from './metrics/metrics.js';
export { Problems } from './problems/problems.decorator.js';
export { problemHeaders } from './problems/problem-document.js';
export { ProblemFilter } from './problems/problem.filter.js';
export { localeOf } from './requests/request-origin.js';
export type { ApiRequest, RequestOrigin } from './requests/api-request.js';
export {
  IfMatch,
  Origin,
  PathId,
  PortalCaller,
  RawBytes,
  RequestCtx,
} from './requests/parameters.js';
export { runApi } from './run-api.js';
export { ChangeFeed } from './stream/change-feed.js';
export {
  ChangeSource,
  type Looker,
  type StreamedChange,
  type ToldLookers,
} from './stream/change-source.js';
export { AnswersEventStream, sendEvents } from './stream/event-stream.js';
export { WebhooksController } from './webhooks/webhooks.controller.js';
