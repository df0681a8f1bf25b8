import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { administratorRequired, grantRequired } from '@quittance/access';
import { portalRefusals } from '@quittance/portal';
import { databaseBusy, databaseUnavailable, preconditionFailed } from '@quittance/database';
import { grouping, invalidListRequest } from '@quittance/lists';
import { notFound, references, validationFailed, type ProblemDefinition } from '@quittance/kernel';
import { rightOf } from '../access/right-of.js';
import type { Route } from '../access/route-table.js';
import { isReport, repeatedBy, showsWhole } from '../fields/shows-whole.js';
import { membersWeighed, membersWritten } from '../fields/written-members.js';
import {
  fieldsHidden,
  idempotencyKeyInFlight,
  idempotencyKeyInvalid,
  idempotencyKeyReused,
  idempotencyAnswerLost,
  idempotencyRightsChanged,
  internalError,
  malformedRequest,
  notAcceptable,
  payloadTooLarge,
  permissionDenied,
  rateLimited,
  requestQuarantined,
  scopeTooNarrow,
  unauthenticated,
  uploadsBusy,
  unsupportedMediaType,
  uriTooLong,
} from '../http.errors.js';
import { ANSWERS_SECRET_MARK } from '../idempotency/answers-secret.js';
import { keptHoursOf } from '../idempotency/kept-hours.js';
import { HOLDS_KEY_MARK } from '../idempotency/sent-key.js';
import { BODY_RULE_MARK, type BodyRule } from '../limits/limits.js';
import { PROBLEMS_MARK } from '../problems/problems.decorator.js';
import { readIfMatch } from '../requests/parameters.js';
import { besideRouteOf } from '../lists/beside-route.js';
import { LIST_MARK } from './marks.js';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'header' | 'query';
  readonly required: boolean;
  readonly description?: string;
  readonly schema: object;
}

/** What is written to of an operation of the document. */
export interface DocumentedOperation {
  operationId?: string;
  description?: string;
  parameters?: Parameter[];
  requestBody?: object;
  responses: Record<string, { description?: string; content?: object; headers?: object }>;
  security?: object[];
  'x-problem-codes'?: string[];
}

/** Of a file of rows, which are saved part by part. */
const RESUMED =
  ' A file whose saving broke off half-way goes on behind what was saved when it is sent again ' +
  'under its key, and is answered for as a whole.';

const takesRows = (handler: object): boolean =>
  (Reflect.getMetadata(BODY_RULE_MARK, handler) as BodyRule | undefined)?.form === 'csv';

function idempotencyKey({ handler }: Route): Parameter {
  const hours = keptHoursOf(handler);
  return {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      `The first answer is kept for ${hours} hours and sent again for the same request.` +
      (takesRows(handler) ? RESUMED : ''),
    schema: { type: 'string', minLength: 1, maxLength: 255 },
  };
}

/** Of a public route, which stores no answers of strangers. */
const KEY_HELD_BY_ROUTE: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The same request that comes again under it has no other effect than the first.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const IF_MATCH: Parameter = {
  name: 'If-Match',
  in: 'header',
  required: false,
  description: 'The ETag the change is based on; another version is refused.',
  schema: { type: 'string' },
};

/** Adds what follows from the route itself: who may call it, its headers and ids, its refusals. */
export function completeOperation(operation: DocumentedOperation, route: Route): void {
  const { method, policy } = route;
  const isPublic = policy.kind === 'public';
  const keyed = !isPublic && (method === 'POST' || method === 'PATCH');
  const heldByRoute = Reflect.hasMetadata(HOLDS_KEY_MARK, route.handler);
  const versioned = expectsVersion(route);
  operation.security = isPublic ? [] : [{ bearer: [] }];
  operation.parameters = [
    ...pathParameters(operation, route),
    ...(operation.parameters ?? []),
    ...(keyed ? [idempotencyKey(route)] : []),
    ...(heldByRoute ? [KEY_HELD_BY_ROUTE] : []),
    ...(versioned ? [IF_MATCH] : []),
  ];
  const words = [operation.description, rightOf(policy), keptOf(route)].filter(Boolean);
  if (words.length > 0) operation.description = words.join('\n\n');
  const problems = problemsOf(operation, route, { versioned, keyed, heldByRoute });
  operation['x-problem-codes'] = problems.map(({ code }) => code).sort();
  for (const [status, same] of byStatus(problems)) documentRefusal(operation, status, same);
}

/** Beside what the handler states itself, such as a page for people under the same status. */
function documentRefusal(
  { responses }: DocumentedOperation,
  status: string,
  problems: readonly ProblemDefinition[],
): void {
  const stated = responses[status];
  const codes = problems.map(({ code, title }) => `\`${code}\`: ${title}`);
  responses[status] = {
    description: [...(stated ? [stated.description] : []), ...codes].join('; '),
    content: {
      ...stated?.content,
      'application/problem+json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Problem' },
            { properties: { code: { enum: problems.map(({ code }) => code) } } },
          ],
        },
      },
    },
  };
}

/** What becomes of an answer that holds a secret. */
function keptOf({ handler }: Route): string | undefined {
  return Reflect.hasMetadata(ANSWERS_SECRET_MARK, handler)
    ? 'The secret is shown in this answer only. Sent with an `Idempotency-Key`, the answer is ' +
        'kept encrypted for 24 hours and is given again to the same request of the same caller.'
    : undefined;
}

function expectsVersion({ controller, handler }: Route): boolean {
  const args = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) as
    | Record<string, { factory?: unknown }>
    | undefined;
  return Object.values(args ?? {}).some(({ factory }) => factory === readIfMatch);
}

function pathParameters(operation: DocumentedOperation, { path }: Route): Parameter[] {
  const known = new Set((operation.parameters ?? []).map(({ name }) => name));
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return names
    .filter((name) => !known.has(name))
    .map((name) => ({
      name,
      in: 'path',
      required: true,
      schema: /id$/i.test(name) ? { type: 'string', format: 'uuid' } : { type: 'string' },
    }));
}

function problemsOf(
  operation: DocumentedOperation,
  route: Route,
  takes: { readonly [taken in 'versioned' | 'keyed' | 'heldByRoute']: boolean },
): ProblemDefinition[] {
  const { path, policy, handler, takesBody } = route;
  const stated = (Reflect.getMetadata(PROBLEMS_MARK, handler) ?? []) as ProblemDefinition[];
  const always = [
    rateLimited,
    internalError,
    databaseUnavailable,
    databaseBusy,
    requestQuarantined,
  ];
  const signedIn = policy.kind === 'public' ? [] : [unauthenticated];
  const read = takesBody || (operation.parameters ?? []).length > 0 ? [malformedRequest] : [];
  const body = takesBody
    ? [validationFailed, references.notFound, payloadTooLarge, unsupportedMediaType]
    : [];
  const written = membersWritten(route).length > 0 ? [validationFailed] : [];
  const rows = takesRows(handler) ? [uploadsBusy] : [];
  const asked = (operation.parameters ?? []).some((parameter) => parameter.in === 'query');
  const query = asked ? [validationFailed] : [];
  const record = path.includes(':') ? [notFound, uriTooLong] : [];
  const keyed = takes.keyed
    ? [
        idempotencyKeyInvalid,
        idempotencyKeyReused,
        idempotencyKeyInFlight,
        idempotencyRightsChanged,
        idempotencyAnswerLost,
      ]
    : [];
  const held = takes.heldByRoute ? [idempotencyKeyInvalid, idempotencyKeyReused] : [];
  const listed = listRefusals(handler);
  const changed = takes.versioned ? [preconditionFailed] : [];
  const all = [
    stated,
    always,
    signedIn,
    refusalsOf(route),
    read,
    body,
    written,
    rows,
    query,
    record,
    keyed,
    held,
    listed,
    changed,
  ].flat();
  return [...new Map(all.map((problem) => [problem.code, problem])).values()];
}

function listRefusals(handler: object): readonly ProblemDefinition[] {
  const beside = besideRouteOf(handler);
  if (beside === 'export') return [invalidListRequest, notFound];
  if (beside === 'export/lines') return [invalidListRequest];
  // As a file it needs the right to export, also where everybody may look at it.
  return Reflect.hasMetadata(LIST_MARK, handler)
    ? [invalidListRequest, notAcceptable, notFound, permissionDenied, grouping.tooMany]
    : [];
}

const isNeverPartial = (route: Route) =>
  showsWhole(route) || isReport(route) || repeatedBy(route).length > 0;

function refusalsOf(route: Route): ProblemDefinition[] {
  const { policy } = route;
  if (rightOf(policy) === undefined) return [];
  if (policy.kind === 'portal') {
    const { rights = [], reach, admin } = policy;
    return [
      ...portalRefusals.always,
      grantRequired,
      ...(rights.length > 0 || admin ? [permissionDenied] : []),
      ...(reach === undefined ? [] : [portalRefusals.tooLow]),
    ];
  }
  const resource = policy.kind === 'resource' ? policy : undefined;
  return [
    permissionDenied,
    ...(resource?.andGrant === undefined ? [] : [grantRequired]),
    ...(resource?.administrators === undefined ? [] : [administratorRequired]),
    ...(resource?.wholeCompany ? [scopeTooNarrow] : []),
    ...(isNeverPartial(route) || membersWeighed(route).length > 0 ? [fieldsHidden] : []),
  ];
}

function byStatus(problems: readonly ProblemDefinition[]): Map<string, ProblemDefinition[]> {
  const groups = new Map<string, ProblemDefinition[]>();
  for (const problem of problems) {
    const status = String(problem.status);
    groups.set(status, [...(groups.get(status) ?? []), problem]);
  }
  return groups;
}
