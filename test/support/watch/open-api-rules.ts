import { dereference, validate, type Schema as JsonSchema } from '@cfworker/json-schema';
import type { Route } from '@quittance/http/host';
import type { ProblemDefinition } from '@quittance/kernel';
import {
  documentPath,
  nameOf,
  operationOf,
  type OpenApi,
  type OpenApiOperation,
  type Schema,
} from './open-api';

/** A host as its tests have it once it was started. */
export interface DocumentedHost {
  readonly document: OpenApi;
  readonly routes: readonly Route[];
}

/** What a handler was marked with by `@Problems()`. */
const PROBLEMS_MARK = 'quittance:problems';

/** What the OpenAPI document of either host must be: whole, and about the routes there are. */
export function openApiRules(host: () => DocumentedHost): void {
  const each = (fault: (operation: OpenApiOperation, route: Route) => string | false) =>
    host().routes.flatMap((route) => {
      const found = fault(operationOf(host().document, route), route);
      return found ? [`${nameOf(route)} ${found}`] : [];
    });

  test('says what it is', () => {
    const { openapi, info, servers } = host().document;
    expect(openapi).toMatch(/^3\.1\.\d$/);
    expect(info.title).toMatch(/^Quittance \w+ API$/);
    expect(info.version).not.toBe('');
    expect(servers.map(({ url }) => url)).toEqual([expect.stringMatching(/^https?:\/\//)]);
  });

  test('takes the rows of a list for a page as well as for rows that were drawn', () => {
    const isDrawn = ({ $ref = '' }: Schema) => $ref.endsWith('/DrawnRows');
    const parts = host().routes.flatMap((route) => {
      const { content } = operationOf(host().document, route).responses['200'] ?? {};
      const { oneOf = [], anyOf = [] } = content?.['application/json']?.schema ?? {};
      return [...oneOf, ...anyOf].some(isDrawn) ? [{ oneOf: oneOf.length }] : [];
    });
    expect(parts.length).toBeGreaterThan(0);
    expect(parts.filter(({ oneOf }) => oneOf > 0)).toEqual([]);
  });

  test('shows no example that its schema would refuse', () => {
    const document = structuredClone(host().document) as unknown as JsonSchema;
    const shown = examplesIn(document, '');
    const known = dereference(document);
    const wrong = shown.filter(
      ({ schema, example }) => !validate(example, schema, '2020-12', known).valid,
    );
    expect(shown.length).toBeGreaterThan(100);
    expect(wrong.map(({ at, example }) => `${at}: ${JSON.stringify(example)}`)).toEqual([]);
  });

  test('lists every route and no other', () => {
    const documented = Object.entries(host().document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = host().routes.map(({ method, path }) => `${method} ${documentPath(path)}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  test('gives every operation a name of its own, a summary and a group', () => {
    const names = host().routes.map((route) => operationOf(host().document, route).operationId);
    expect(names.filter((name, i) => !name || names.indexOf(name) !== i)).toEqual([]);
    const poor = each(({ summary, tags }) => {
      if (!summary || !/^[A-Z].*[^.\s]$/.test(summary)) return `has the summary ${summary}`;
      return tags?.length !== 1 && `is in ${tags?.length ?? 0} groups`;
    });
    expect(poor).toEqual([]);
  });

  test('describes every part of a path once', () => {
    const bad = each(({ parameters = [] }, { path }) => {
      const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const told = parameters.filter((parameter) => parameter.in === 'path');
      const whole = told.every(({ required, schema }) => required && schema?.type === 'string');
      const same =
        told
          .map(({ name }) => name)
          .sort()
          .join() === named.sort().join();
      return !(whole && same) && `describes ${told.map(({ name }) => name).join()}`;
    });
    expect(bad).toEqual([]);
  });

  test('gives every parameter a schema', () => {
    const bad = each(({ parameters = [] }) => {
      const poor = parameters.filter(({ schema }) => !schema || isEmpty(schema));
      return poor.length > 0 && `has no schema of ${poor.map(({ name }) => name).join()}`;
    });
    expect(bad).toEqual([]);
  });

  test('gives a body to the routes that take one and to no other', () => {
    const bad = each(({ requestBody }, { takesBody }) => {
      const schemas = Object.values(requestBody?.content ?? {}).map(({ schema }) => schema);
      const whole = schemas.length > 0 && schemas.every((schema) => schema && !isEmpty(schema));
      return whole !== takesBody && `has a body: ${whole}, and takes one: ${takesBody}`;
    });
    expect(bad).toEqual([]);
  });

  test('says what success looks like', () => {
    const bad = each(({ responses }) => {
      // What was made before is told as what is made now, and nothing is sent to whoever has it.
      const told = (status: string) => JSON.stringify(responses[status]?.content);
      const isAgain = (status: string) => status === '200' && told('200') === told('201');
      const good = Object.entries(responses).filter(
        ([status]) => Number(status) < 400 && status !== '304' && !isAgain(status),
      );
      if (good.length !== 1) return `has ${good.length} successes`;
      const [status = '', { content = {} } = {}] = good[0] ?? [];
      if (status === '204' || status === '202' || status === '303') return false;
      const schemas = Object.values(content).map(({ schema }) => schema);
      const whole = schemas.length > 0 && schemas.every((schema) => schema && !isEmpty(schema));
      return !whole && `answers ${status} without a schema`;
    });
    expect(bad).toEqual([]);
  });

  test('says every refusal with its codes', () => {
    const bad = each((operation, route) => {
      const missing = refusalsOf(route).filter((refusal) => !isDocumented(operation, refusal));
      return missing.length > 0 && `lacks ${missing.map(({ code }) => code).join()}`;
    });
    expect(bad).toEqual([]);
  });

  test('asks for a token exactly where somebody has to be signed in', () => {
    const bad = each(
      ({ security }, { policy }) =>
        (security?.length === 0) !== (policy.kind === 'public') && `has ${security?.length}`,
    );
    expect(bad).toEqual([]);
  });

  test('has no reference that leads nowhere', () => {
    const names = Object.keys(host().document.components.schemas);
    const known = new Set(names.map((name) => `#/components/schemas/${name}`));
    const told = [...JSON.stringify(host().document).matchAll(/"\$ref":"([^"]*)"/g)];
    expect([...new Set(told.map(([, ref]) => ref))].filter((ref) => !known.has(ref ?? ''))).toEqual(
      [],
    );
  });

  test('has no schema that says nothing', () => {
    const schemas = Object.entries(host().document.components.schemas);
    expect(schemas.flatMap(([name, schema]) => emptyParts(schema, name))).toEqual([]);
  });

  test('is free of the words of OpenAPI 3.0', () => {
    expect(JSON.stringify(host().document)).not.toMatch(/"nullable":|"exclusiveMinimum":true/);
  });
}

function isDocumented({ responses, ...operation }: OpenApiOperation, refusal: ProblemDefinition) {
  const { content = {} } = responses[String(refusal.status)] ?? {};
  const schema = JSON.stringify(content['application/problem+json']?.schema ?? {});
  const listed = operation['x-problem-codes'] ?? [];
  return schema.includes(`"${refusal.code}"`) && listed.includes(refusal.code);
}

type Refusal = Pick<ProblemDefinition, 'code' | 'status'>;

const refusal = (status: number, code: string): Refusal => ({ status, code });

/** What the conventions and the handler say may be refused. */
function refusalsOf({ method, path, policy, handler, takesBody }: Route): ProblemDefinition[] {
  const stated = (Reflect.getMetadata(PROBLEMS_MARK, handler) ?? []) as ProblemDefinition[];
  const signedIn = policy.kind !== 'public';
  const expected = [
    refusal(429, 'rate_limited'),
    refusal(500, 'internal_error'),
    refusal(503, 'database_unavailable'),
    ...(signedIn ? [refusal(401, 'unauthenticated')] : []),
    ...(policy.kind === 'resource' || policy.kind === 'grant'
      ? [refusal(403, 'permission_denied')]
      : []),
    ...(path.includes(':') ? [refusal(404, 'not_found'), refusal(414, 'uri_too_long')] : []),
    ...(takesBody ? [refusal(400, 'malformed_request'), refusal(413, 'payload_too_large')] : []),
    ...(takesBody ? [refusal(415, 'unsupported_media_type')] : []),
    ...(signedIn && method === 'POST'
      ? [refusal(422, 'idempotency_key_reused'), refusal(409, 'idempotency_rights_changed')]
      : []),
  ];
  return [...stated, ...(expected as ProblemDefinition[])];
}

const SAYING = ['$ref', 'type', 'enum', 'allOf', 'anyOf', 'oneOf', 'pattern'] as const;

/** A schema that lets everything pass, or an object or list without a word on what is in it. */
function isEmpty(schema: Schema): boolean {
  if (!SAYING.some((word) => word in schema)) return true;
  if (schema.type === 'object') {
    const members = Object.keys(schema.properties ?? {}).length;
    return members === 0 && schema.additionalProperties === undefined;
  }
  return schema.type === 'array' && (!schema.items || isEmpty(schema.items));
}

function emptyParts(schema: Schema, at: string): string[] {
  const { properties = {}, items, allOf = [], anyOf = [], oneOf = [] } = schema;
  return [
    ...(isEmpty(schema) ? [at] : []),
    ...Object.entries(properties).flatMap(([name, part]) => emptyParts(part, `${at}.${name}`)),
    ...(items && schema.type !== 'array' ? emptyParts(items, `${at}[]`) : []),
    ...[...allOf, ...anyOf, ...oneOf].flatMap((part, i) => emptyParts(part, `${at}(${i})`)),
  ];
}

interface Shown {
  readonly at: string;
  readonly schema: JsonSchema;
  readonly example: unknown;
}

/** Takes the examples out of a document: a member of that name is none. */
function examplesIn(part: unknown, at: string): readonly Shown[] {
  if (typeof part !== 'object' || part === null) return [];
  const schema = part as JsonSchema & { example?: unknown };
  const isShown = !Array.isArray(part) && 'example' in schema && !at.endsWith('/properties');
  const own = isShown ? [{ at, schema, example: schema.example }] : [];
  if (isShown) delete schema.example;
  return [
    ...own,
    ...Object.entries(part).flatMap(([name, each]) => examplesIn(each, `${at}/${name}`)),
  ];
}
