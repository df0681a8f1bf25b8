import type { Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import {
  bodySchema,
  nameOf,
  operationOf,
  resolved,
  typesOf,
  type OpenApi,
  type Schema,
} from '../../../../test/support/watch/open-api.js';
import { sample, type Attack } from './bad-input-support.js';
import { pathWith, plantedAt } from '../objects/records-support.js';
import type { Records } from '../objects/object-records.js';
import {
  bodyAround,
  membersOf,
  sampleOf,
  withMember,
  type Member,
  type MemberPath,
} from './sample-body.js';

interface Value {
  readonly why: string;
  /** JSON text, so that what JSON.stringify never writes can be sent. */
  readonly json: string;
}

const value = (why: string, of: unknown): Value => ({ why, json: JSON.stringify(of) });
const text = (why: string, of: string): Value => value(why, of);

/** One of each type of JSON, and empty ones. */
const TYPES: readonly Value[] = [
  value('null', null),
  value('a list', [1, 'x']),
  value('an empty list', []),
  value('an object', { a: { b: 1 } }),
  value('an empty object', {}),
  value('a number', 7),
  value('a fraction', 0.5),
  value('true', true),
  text('a text', 'xyz'),
  text('an empty text', ''),
];

/** Values that have broken something somewhere. */
const HOSTILE: readonly Value[] = [
  { why: 'a number beyond all numbers', json: '1e400' },
  { why: 'a number beyond 64 bits', json: '123456789012345678901234567890' },
  { why: 'minus nothing', json: '-0' },
  value('less than nothing', -1),
  text('a text of 100,000 characters', 'x'.repeat(100_000)),
  text('NUL', 'a\0b'),
  { why: 'half a surrogate pair', json: '"\\ud800"' },
  text('control characters', 'a\r\nX-Injected: 1\u001b[31m\u0007'),
  text('letters that run from right to left', '\u202Exet\u200B\uFEFF'),
  text('blanks', ' \t\u00a0\u2003'),
  text('SQL', "'; drop table receivables.invoice; --"),
  text('SQL between quotes', `" or ""=" $1 :a %s {0} \${x}`),
  text('HTML', '<svg onload=alert(1)>{{constructor}}</svg>'),
  text('a formula', '=cmd|calc!A1'),
  text('a path', '../../../../etc/passwd%00.png'),
  text('an address inside', 'http://169.254.169.254/latest/meta-data'),
  text('an id of nobody', newId()),
  text('a large amount', '999999999999999.9999'),
  text('an amount beyond all amounts', '9'.repeat(400)),
  text('an exponent', '1e3'),
  text('an amount below nothing', '-1'),
  text('Arabic digits', '١٢'),
  text('a comma', '1,5'),
  text('31 February', '2026-02-31'),
  text('the year 0', '0000-01-01'),
  text('the last day', '9999-12-31'),
  text('the year 10000', '10000-01-01'),
  text('the first second', '0001-01-01T00:00:00Z'),
  text('a leap second', '2026-12-31T23:59:60Z'),
  text('a currency of the past', 'DEM'),
  text('no currency', 'XXX'),
  text('an e-mail with a line break', 'a@example.com\nbcc:b@example.com'),
  value('a list of everything', [null, {}, [], 'x', 1, true]),
  value(
    'a long list',
    Array.from({ length: 2000 }, () => null),
  ),
  { why: 'the prototype', json: '{"__proto__":{"admin":true}}' },
  { why: 'a constructor', json: '{"constructor":{"prototype":{"admin":true}}}' },
  { why: 'what every object has', json: '{"toString":1,"hasOwnProperty":2}' },
  // Below what a body may nest, also in a member of a list in a list.
  { why: 'depth', json: `${'['.repeat(56)}${']'.repeat(56)}` },
];

/** Columns that no request may set; a body that has one for real is not attacked with it. */
const READ_ONLY: readonly Value[] = [
  ...['id', 'companyId', 'company_id', 'createdBy'].map((name) => value(name, newId())),
  ...['number', 'status', 'createdAt', 'passwordHash', 'secretHash'].map((n) => value(n, 'x')),
  ...['balance', 'paidAmount', 'paid_amount', 'total', 'subtotal', 'remaining'].map((n) =>
    value(n, '0.00'),
  ),
  ...['version', 'seq', 'failedSignIns'].map((name) => value(name, 99)),
  ...['admin', 'builtIn', 'locked', 'permissions', 'role', 'appliedAmount'].map((n) =>
    value(n, true),
  ),
  value('unknownMember', 1),
  value('UNKNOWN', { deep: 1 }),
  value('', 1),
  value('a/b~c', 1),
];

/** A route with a JSON body, the body the attacks begin with, and how it is asked. */
export interface Target {
  readonly route: Route;
  readonly schema: Schema;
  readonly body: unknown;
  readonly attack: Pick<Attack, 'method' | 'url' | 'operation'>;
  readonly records: Records;
}

/** What a body needs beyond its schema. */
const MORE: Readonly<Record<string, (records: Records) => object>> = {
  'POST /customization/objects': () => ({ name: 'sampled__c' }),
  'POST /customization/objects/:name/fields': () => ({ name: 'sampled__c' }),
  'POST /customization/objects/:name/fields/reorder': () => ({ fields: ['shape__c'] }),
  'POST /assets': () => ({ name: 'Sampled' }),
  'POST /exchange-rates': () => ({ base: 'EUR', quote: 'CHF' }),
  'POST /exchange-rates/:id/clone': () => ({ base: 'EUR', quote: 'GBP' }),
  'POST /quotes/:id/lines': () => ({ description: 'Sampled' }),
  'POST /pricebooks': () => ({ currency: 'EUR' }),
  'POST /pricebooks/:id/clone': () => ({ name: 'Sampled again' }),
  'POST /payments/checkout': (records) => ({ invoiceId: records['/invoices/:id'] }),
  'POST /tax/jurisdictions': () => ({ code: 'IT' }),
  'POST /deal-registrations': (records) => ({
    partnerId: records['/partner-members/:id'],
    endCustomer: { name: 'Sampled', country: 'DE' },
    currency: 'EUR',
  }),
  'POST /commissions/adjust': (records) => ({
    partnerId: records['/partner-members/:id'],
    currency: 'EUR',
    amount: '1.00',
  }),
};

export function targetsOf(document: OpenApi, routes: readonly Route[], records: Records): Target[] {
  return routes.flatMap((route) => {
    const operation = operationOf(document, route);
    const schema = route.takesBody ? bodySchema(document, operation) : undefined;
    if (!schema?.properties) return [];
    const url = pathWith(route.path, plantedAt(records));
    const more = MORE[nameOf(route)]?.(records) ?? {};
    const body = { ...(sampleOf(document, schema, records) as object), ...more };
    return [{ route, schema, body, records, attack: { method: route.method, url, operation } }];
  });
}

const pointerOf = (at: MemberPath) =>
  at.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const PLACE = '@@ the value goes here @@';

function bodyWith(body: unknown, at: MemberPath, { json }: Value): string {
  const whole = JSON.stringify(withMember(body, at, PLACE));
  return whole.replace(JSON.stringify(PLACE), () => json);
}

/** A password that passes is refused for the current one, which the attacks do not know. */
const GUARDED_BY_ITSELF = '/auth/password';

/** Every member of every body with a value of each type, and as many hostile ones as asked for. */
export function memberAttacks(
  document: OpenApi,
  targets: readonly Target[],
  hostile: number,
  random: () => number,
): Attack[] {
  return targets.flatMap(({ attack, body, schema, records, route }) =>
    membersOf(document, schema).flatMap((member): Attack[] => {
      const around = bodyAround(document, body, member, records);
      return [...TYPES, ...sample(HOSTILE, hostile, random)].map((each) => ({
        ...attack,
        why: `is ${each.why}`,
        body: bodyWith(around, member.at, each),
        ...(route.path === GUARDED_BY_ITSELF ? {} : { pointer: pointerOf(member.at) }),
        refused: isOfAnotherType(member, each),
        together: !isOfAnotherType(member, each),
      }));
    }),
  );
}

/** The value cannot be read as what the member is: taking it would be guessing. */
function isOfAnotherType({ schema }: Member, { json }: Value): boolean {
  const types = typesOf(schema);
  const [first] = json;
  if (first === '{') return !types.includes('object');
  if (first === '[') return !types.includes('array');
  if (json === 'true') return !types.includes('boolean');
  if (first === '"') return !types.includes('string');
  return json !== 'null' && !types.some((type) => ['integer', 'number', 'string'].includes(type));
}

/** Every object of every body with members it does not have. */
export function unknownMemberAttacks(document: OpenApi, targets: readonly Target[]): Attack[] {
  return targets.flatMap(({ attack, body, schema, records }) => {
    const objects = membersOf(document, schema).filter(({ schema: own }) => own.properties);
    return [{ at: [], schema, inside: [] }, ...objects].flatMap((object) => {
      const { at, schema: own } = object;
      const around = bodyAround(document, body, object, records);
      const members = Object.keys(resolved(document, own).properties ?? {});
      const names = READ_ONLY.filter(({ why }) => !members.includes(why));
      return names.map((each): Attack => {
        const here = [...at, each.why];
        return {
          ...attack,
          why: 'is not a member',
          kind: each.why,
          body: bodyWith(around, here, each),
          pointer: pointerOf(here),
          refused: true,
        };
      });
    });
  });
}

const DEEP = 10_000;

/** Bodies that are no JSON, or JSON that no object can be read from without a doubt. */
export function syntaxAttacks(targets: readonly Target[]): Attack[] {
  return targets.flatMap(({ attack, body, schema }) => {
    const good = JSON.stringify(body);
    const [known = 'x'] = Object.keys(schema.properties ?? {});
    const open = good.slice(0, -1);
    const also = open === '{' ? open : `${open},`;
    const bodies: Readonly<Record<string, string | Buffer>> = {
      'is cut short': open,
      'is a brace': '{',
      'has a comma too many': `${open},}`,
      'has single quotes': `{'a':1}`,
      'has a comment': `${open}/* x */}`,
      'is two': `${good}${good}`,
      'begins with a byte order mark': `\uFEFF${good}`,
      'holds NUL': `${open}\0}`,
      'is UTF-16': Buffer.from(good, 'utf16le'),
      'is not UTF-8': Buffer.concat([
        Buffer.from(`${also}"a":"`),
        Buffer.from([0xc3, 0x28, 0x22, 0x7d]),
      ]),
      'is a deep list': `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
      'is a deep object': `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
      'holds NaN': `${also}"a":NaN}`,
      'holds a hexadecimal number': `${also}"a":0x10}`,
      'says a member twice': `${also}"${known}":null,"${known}":null}`,
      'is null': 'null',
      'is a list': `[${good}]`,
      'is a text': JSON.stringify(good),
      'is a number': '1',
      'is true': 'true',
      'is a number beyond all numbers': '1e400',
    };
    return Object.entries(bodies).map(([why, sent]) => ({
      ...attack,
      why,
      body: sent,
      refused: true,
    }));
  });
}

const FORMS = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/xml',
  'nonsense',
];

/** The right bytes under the wrong name. */
export function mediaTypeAttacks(targets: readonly Target[]): Attack[] {
  return targets.flatMap(({ attack, body }) => {
    const sent = JSON.stringify(body);
    const named = FORMS.map((type) => ({ 'content-type': type }));
    const coded = [{ 'content-encoding': 'gzip' }, { 'content-encoding': 'br' }];
    return [...named, ...coded].map((headers) => ({
      ...attack,
      why: Object.values(headers).join(),
      body: sent,
      headers: headers as Record<string, string>,
      refused: true,
    }));
  });
}

const ROWS: Readonly<Record<string, string | Buffer>> = {
  'is empty': '',
  'is a line break': '\n',
  'has a header only': 'customerID,invoiceNumber\n',
  'has a quote that never ends': 'customerID,invoiceNumber\n"x,y\n1,2',
  'has quotes inside': 'a"b,c\n"x"y,z\n',
  'has rows of other lengths': 'a,b\n1\n1,2,3\n',
  'has a column twice': 'customerID,customerID\n1,2\n',
  'has the column of a prototype': '__proto__,constructor\n1,2\n',
  'holds NUL': 'customerID,invoiceNumber\n\0,\0\n',
  'is not UTF-8': Buffer.from([0xff, 0xfe, 0x41, 0x00, 0x0a, 0xc3, 0x28]),
  'is compressed': Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3, 0x4b, 4, 0]),
  'is one cell of a megabyte': `customerID\n${'x'.repeat(1_000_000)}\n`,
  'has 20,000 columns': `${Array.from({ length: 20_000 }, (_, i) => `c${i}`).join()}\n`,
  'is JSON of another form': '[1,2,3]\n',
  'is half an object': '{"customerID":\n',
  'is a deep object': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}\n`,
};

/** No row at all is nothing to refuse. */
const EMPTY = ['is empty', 'is a line break', 'has a header only', 'is JSON of another form'];

/** Rows that no record can be read from, for every route that takes rows. */
export function rowAttacks(document: OpenApi, routes: readonly Route[]): Attack[] {
  return routes.flatMap((route) => {
    const operation = operationOf(document, route);
    const forms = Object.keys(operation.requestBody?.content ?? {});
    return forms
      .filter((form) => ROW_FORMS.includes(form))
      .flatMap((form) =>
        Object.entries(ROWS).map(([why, body]): Attack => ({
          why: `${form} ${why}`,
          method: route.method,
          url: `${route.path}?asOf=2026-03-02&currency=EUR`,
          headers: { 'content-type': form },
          body,
          operation,
          refused: !EMPTY.includes(why),
        })),
      );
  });
}

const ROW_FORMS = ['text/csv', 'application/x-ndjson'];
