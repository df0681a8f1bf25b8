import type { Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import {
  operationOf,
  type OpenApi,
  type OpenApiOperation,
  type Parameter,
} from '../../../../test/support/watch/open-api.js';
import { sample, type Attack } from './bad-input-support.js';
import { pathWith, plantedAt } from '../objects/records-support.js';
import type { Records } from '../objects/object-records.js';

const UUID = newId();

/** Routes that take a file. */
const IS_FILE = /\/import(\/lines)?$/;

/** Steps of a path that name nothing, as they go over the wire. */
const STEPS = [
  '0',
  '-1',
  'null',
  'undefined',
  '9'.repeat(40),
  'x'.repeat(300),
  'x'.repeat(3000),
  '%00',
  '%2F',
  '..%2F..%2Fetc%2Fpasswd',
  '%E0%A4%A',
  '%zz',
  '%',
  "'%20or%20'1'%3D'1",
  '1%3Bdrop%20table%20x--',
  '__proto__',
  'constructor',
  'toString',
  '%7B%22%24ne%22%3A1%7D',
  UUID.replaceAll('-', ''),
  `%7B${UUID}%7D`,
  `${UUID}%0D%0AX-Injected%3A1`,
  `${UUID}%20`,
  UUID.slice(0, -1),
  '%D9%A3',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
];

/** Every parameter of every path with what is no id; the other parameters name planted records. */
export function pathAttacks(
  document: OpenApi,
  routes: readonly Route[],
  records: Records,
): Attack[] {
  return routes.flatMap((route) => {
    const { method, path, takesBody } = route;
    const steps = path.split('/');
    const places = steps.flatMap((step, i) => (step.startsWith(':') ? [i] : []));
    const planted = pathWith(path, plantedAt(records)).split('/');
    return places.flatMap((place) =>
      STEPS.map((step): Attack => ({
        why: `${steps[place]} is ${step.slice(0, 40)}`,
        method,
        url: planted.map((each, i) => (i === place ? step : each)).join('/'),
        operation: undocumented(operationOf(document, route), step),
        refused: true,
        ...(takesBody && { body: '{}' }),
        ...(IS_FILE.test(path) && { headers: { 'content-type': 'text/csv' } }),
      })),
    );
  });
}

/**
 * Of an address that no route was found for, or that is too long, the route cannot say anything.
 */
function undocumented(operation: OpenApiOperation, step: string): OpenApiOperation {
  const codes = operation['x-problem-codes'] ?? [];
  const general = ['route_not_found', 'malformed_request', 'uri_too_long', 'method_not_allowed'];
  return step.length > 200 || step.includes('%')
    ? { ...operation, 'x-problem-codes': [...codes, ...general] }
    : operation;
}

const TEXTS = [
  '',
  ' ',
  'x',
  '-1',
  '0',
  '1e9',
  '1.5',
  'NaN',
  '999999999999999999999',
  'null',
  'true',
  '2026-02-31',
  '__proto__',
  "'; drop table receivables.invoice; --",
  '"\'`$1\\',
  '%',
  '[]',
  '{}',
  'x'.repeat(5000),
  'a\u0001b',
  '\u202E',
  UUID,
];

const at = (url: string, query: Readonly<Record<string, string>>) =>
  `${url}?${new URLSearchParams(query).toString()}`;

interface ListRoute {
  readonly url: string;
  readonly operation: OpenApiOperation;
  readonly fields: readonly string[];
}

/** Routes whose answer is a list, with the fields the document says it may be asked by. */
export function listRoutes(
  document: OpenApi,
  routes: readonly Route[],
  records: Records,
): ListRoute[] {
  return routes.flatMap((route) => {
    const operation = operationOf(document, route);
    const filter = parameterOf(operation, 'filter');
    const [, names = ''] = /Fields: (.*?)\. /.exec(filter?.description ?? '') ?? [];
    const url = pathWith(route.path, plantedAt(records));
    return filter ? [{ url, operation, fields: names.split(', ') }] : [];
  });
}

function parameterOf({ parameters = [] }: OpenApiOperation, name: string): Parameter | undefined {
  return parameters.find((each) => each.in === 'query' && each.name === name);
}

const condition = (field: string, op: string, value?: unknown) => ({ field, op, value });
const many = (count: number) =>
  Array.from({ length: count }, () => condition('createdAt', 'isSet'));
const nested = (depth: number): object =>
  depth === 0 ? condition('id', 'isSet') : { not: nested(depth - 1) };

/** Filters that are no filters. */
const FILTERS: readonly unknown[] = [
  null,
  [],
  {},
  7,
  'x',
  { and: [] },
  { and: {} },
  { and: many(1000) },
  { or: [{ and: many(51) }] },
  { not: [] },
  nested(50),
  { and: [], or: [] },
  condition('noSuchField', 'eq', 'x'),
  condition("id'; drop table x --", 'eq', 'x'),
  condition('__proto__', 'eq', 'x'),
  condition('constructor', 'eq', 'x'),
  condition('toString', 'isSet'),
  condition('company_id', 'eq', UUID),
  { field: ['id'], op: 'eq', value: UUID },
  { field: 'id', op: { $ne: 1 }, value: UUID },
  { op: 'eq', value: 1 },
  { field: 'id' },
];

/** The whole of a list request, wrong in every part. */
export function listAttacks(lists: readonly ListRoute[]): Attack[] {
  const wrong: Readonly<Record<string, readonly string[]>> = {
    page: ['-1', '0', '1.5', 'x', '', '99999999999999999999', '1;select 1'],
    pageSize: ['1000000', '201', '0', '-1', 'x', '', '1e2'],
    sort: [
      'noSuchField',
      '-',
      ',',
      '--id',
      'id desc; drop table x',
      '(select 1)',
      '__proto__',
      Array.from({ length: 1000 }, () => 'createdAt').join(),
    ],
    filter: ['{', 'x', '{"and":', '\uFEFF{}', ...FILTERS.map((each) => JSON.stringify(each))],
    search: ['x'.repeat(201), 'x'.repeat(9000)],
    cursor: [
      'x',
      '!!',
      'x'.repeat(5000),
      ...[[], {}, null, ['x'], [1, 2], ['-createdAt', null, null]].map((each) =>
        Buffer.from(JSON.stringify(each)).toString('base64url'),
      ),
    ],
    noSuchParameter: ['1'],
    __proto__: ['1'],
    'filter[id]': ['x'],
  };
  return lists.flatMap(({ url, operation }) => {
    const asked = (query: string, why: string): Attack => ({
      why,
      method: 'GET',
      url: query,
      operation,
      refused: true,
    });
    return [
      ...Object.entries(wrong).flatMap(([name, values]) =>
        values.map((each) => asked(at(url, { [name]: each }), `${name}=${each.slice(0, 30)}`)),
      ),
      asked(`${url}?page=1&page=2`, 'says page twice'),
      asked(`${url}?sort=createdAt&sort=createdAt`, 'says sort twice'),
      asked(`${url}?page=1&cursor=`, 'is by page and by key'),
      asked(`${url}?search=%00`, 'searches for NUL'),
      // A download says in its address what it is.
      ...(/\/export(\/lines)?$/.test(url)
        ? []
        : [{ ...asked(url, 'wants a picture'), headers: { accept: 'image/png' } }]),
    ];
  });
}

const OPERATORS =
  'eq ne gt gte lt lte contains startsWith endsWith in notIn between isSet isNotSet like regex'
    .split(' ')
    .concat('$where', '__proto__');

const VALUES: readonly unknown[] = [
  null,
  true,
  7,
  -0.5,
  1e300,
  '',
  '%_\\',
  "'; drop table receivables.invoice; --",
  'x'.repeat(1001),
  'a\0b',
  '\ud800',
  '9'.repeat(300),
  '2026-02-31',
  '0000-00-00',
  '9999-12-31T23:59:60Z',
  '-infinity',
  UUID,
  [],
  [UUID],
  ['a', null],
  [1, 2, 3],
  ['2026-01-01', '2026-12-31'],
  ['9'.repeat(300), '1'],
  {},
  { $gt: '' },
  Array.from({ length: 2000 }, (_, i) => String(i)),
];

/** Fields by operators by values: as many of them, for each list, as asked for. */
export function filterAttacks(
  lists: readonly ListRoute[],
  count: number,
  random: () => number,
): Attack[] {
  return lists.flatMap(({ url, operation, fields }) => {
    const all = fields.flatMap((field) =>
      OPERATORS.flatMap((op) => VALUES.map((each) => condition(field, op, each))),
    );
    return sample(all, count, random).map((each): Attack => {
      const filter = JSON.stringify(each);
      const why = `filters by ${filter.slice(0, 80)}`;
      return { why, method: 'GET', url: at(url, { filter }), operation };
    });
  });
}

/** Parameters of a query that are not those of a list. */
export function queryAttacks(
  document: OpenApi,
  routes: readonly Route[],
  records: Records,
): Attack[] {
  return routes.flatMap((route) => {
    const operation = operationOf(document, route);
    const isList = parameterOf(operation, 'filter') !== undefined;
    const own = (operation.parameters ?? []).filter(
      (each) => each.in === 'query' && !(isList && LIST_PARAMETERS.includes(each.name)),
    );
    const url = pathWith(route.path, plantedAt(records));
    const sent = route.takesBody
      ? { body: 'a,b\n1,2', headers: { 'content-type': 'text/csv' } }
      : {};
    return own.flatMap(({ name }) =>
      TEXTS.map((each): Attack => ({
        why: `${name}=${each.slice(0, 30)}`,
        method: route.method,
        url: at(url, { [name]: each }),
        operation,
        ...sent,
      })),
    );
  });
}

const LIST_PARAMETERS = ['page', 'pageSize', 'cursor', 'sort', 'filter', 'search'];

/** Methods that take an idempotency key. */
const KEYED = ['POST', 'PATCH'];

/** Headers that say nothing sensible about the request. */
export function headerAttacks(
  document: OpenApi,
  routes: readonly Route[],
  records: Records,
): Attack[] {
  const keys = ['', ' ', 'ü', 'x'.repeat(256), 'two words', '"two words"', '\u0001'];
  return routes
    .filter(({ method, policy }) => KEYED.includes(method) && policy.kind !== 'public')
    .flatMap((route) => {
      const operation = operationOf(document, route);
      const url = pathWith(route.path, plantedAt(records));
      const form: Record<string, string> = IS_FILE.test(route.path)
        ? { 'content-type': 'text/csv' }
        : {};
      return keys.filter(isHeader).map((key): Attack => ({
        why: `has the idempotency key ${JSON.stringify(key.slice(0, 10))}`,
        method: route.method,
        url,
        operation,
        refused: true,
        headers: { ...form, 'idempotency-key': key },
        ...(route.takesBody && { body: '{}' }),
      }));
    });
}

/** What an HTTP client lets through at all. */
function isHeader(text: string): boolean {
  return /^[\t\x20-\x7e\x80-\xff]*$/.test(text);
}
