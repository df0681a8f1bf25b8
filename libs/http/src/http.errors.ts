import { defineProblem } from '@quittance/kernel';

export { permissionDenied } from '@quittance/access';
export { malformedRequest } from '@quittance/kernel';

export const unauthenticated = defineProblem(
  'unauthenticated',
  401,
  'Not signed in',
  'The request needs a valid access token or API key.',
);

export const fieldsHidden = defineProblem(
  'fields_hidden',
  403,
  'Some fields are hidden',
  'This shows records of {resource} as a whole, and some of their fields are hidden from you.',
);

export const scopeTooNarrow = defineProblem(
  'scope_too_narrow',
  403,
  'Not all records are within reach',
  'This is about the whole company: it needs the scope all on {resource}.',
);

export const routeNotFound = defineProblem(
  'route_not_found',
  404,
  'No such route',
  'Nothing is served at {method} {path}.',
);

export const methodNotAllowed = defineProblem(
  'method_not_allowed',
  405,
  'Method not allowed',
  '{path} does not answer to {method}.',
);

export const notAcceptable = defineProblem(
  'not_acceptable',
  406,
  'Not acceptable',
  'The answer is not offered in a form that Accept names.',
);

export const payloadTooLarge = defineProblem(
  'payload_too_large',
  413,
  'The request is too large',
  'The body is larger than this route takes.',
);

export const uriTooLong = defineProblem(
  'uri_too_long',
  414,
  'The address is too long',
  'The path or one of its parameters is longer than any address served here.',
);

export const requestTimeout = defineProblem(
  'request_timeout',
  408,
  'The request took too long',
  'The request did not arrive whole in time.',
);

export const headersTooLarge = defineProblem(
  'headers_too_large',
  431,
  'The headers are too large',
  'The address and the headers together are larger than this host reads.',
);

export const unsupportedMediaType = defineProblem(
  'unsupported_media_type',
  415,
  'Unsupported media type',
  'The body must be {expected}.',
);

export const rateLimited = defineProblem(
  'rate_limited',
  429,
  'Too many requests',
  'The limit of this route is reached; try again in {seconds} seconds.',
);

export const uploadsBusy = defineProblem(
  'uploads_busy',
  503,
  'Too much is being uploaded',
  'More rows have arrived and wait to be saved than this process holds, or than it holds of one ' +
    'company. Nothing was changed; send them again.',
);

export const requestQuarantined = defineProblem(
  'request_quarantined',
  503,
  'This request has stopped the host',
  'Requests of this kind have brought the host to a standstill more than once; it takes them ' +
    'again in {seconds} seconds.',
);

export const internalError = defineProblem(
  'internal_error',
  500,
  'Internal error',
  'Something went wrong on our side; it is logged under the request id.',
);

export const shuttingDown = defineProblem(
  'shutting_down',
  503,
  'Shutting down',
  'This process is about to stop; try again.',
);

export const idempotencyKeyInvalid = defineProblem(
  'idempotency_key_invalid',
  400,
  'The idempotency key is not valid',
  'Idempotency-Key must be 1 to 255 visible ASCII characters.',
);

export const idempotencyKeyReused = defineProblem(
  'idempotency_key_reused',
  422,
  'The idempotency key was used for another request',
  'The idempotency key was first sent with another method, path or body.',
);

export const idempotencyKeyInFlight = defineProblem(
  'idempotency_key_in_flight',
  409,
  'The first request is still running',
  'A request with this idempotency key is still running; ask again for its answer.',
);

export const idempotencyRightsChanged = defineProblem(
  'idempotency_rights_changed',
  409,
  'What you may see has changed since the first request',
  'It was answered with {status}, and the answer is not sent again: it may tell what you may see ' +
    'no more. Look at the record.',
);

export const idempotencyAnswerLost = defineProblem(
  'idempotency_answer_lost',
  409,
  'The first request was carried out, and its answer is lost',
  'It had its effect and has none a second time. Look at what it was about.',
);

export const notReady = defineProblem('not_ready', 503, 'Not ready', '{reason}');

export const streamLimitReached = defineProblem(
  'stream_limit_reached',
  429,
  'There are too many streams',
  'A user has at most {most} streams at a time, a company and this host a number in all.',
);
