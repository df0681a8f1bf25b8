export { Asks, Public, Resource, SignedInOnly, type AskedAction } from './access/marks.js';
export {
  idempotencyKeyInFlight,
  idempotencyKeyInvalid,
  idempotencyKeyReused,
  internalError,
  malformedRequest,
  methodNotAllowed,
  notAcceptable,
  payloadTooLarge,
  permissionDenied,
  rateLimited,
  routeNotFound,
  shuttingDown,
  unauthenticated,
  unsupportedMediaType,
} from './http.errors.js';
export type { FieldOptions } from './input/field.js';
export {
  IdsField,
  EnumsField,
  JsonField,
  ListField,
  ObjectField,
  TextsField,
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
export { CsvBody, RawBody, StrictRateLimit } from './limits/limits.js';
export { Problems } from './problems/problems.decorator.js';
export type { ApiRequest, RequestOrigin } from './requests/api-request.js';
export { IfMatch, Origin, PathId, RequestCtx } from './requests/parameters.js';
export { ListParams, type ListCall } from './lists/list-params.decorator.js';
export { Lists } from './lists/lists.js';
export { Answers, AnswersEach, AnswersList, AnswersNothing } from './docs/answers.decorator.js';
