import { RouteTable, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import {
  bodySchema,
  nameOf,
  operationOf,
  type OpenApi,
  type Schema,
} from '../../../../test/support/watch/open-api.js';
import { sampled } from '../../../../test/support/tier.js';
import {
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { inBatches } from './access-support.js';
import { pathWith, plantRecords, plantedAt } from '../objects/records-support.js';
import type { Records } from '../objects/object-records.js';
import { newInvoice } from '../receivables/billing-support.js';
import {
  membersOf,
  queryFor,
  referenceOf,
  sampleOf,
  withMember,
  type MemberPath,
} from '../hostile/sample-body.js';

/** Parameters that name no record of a company, or the shape of its own records. */
const NO_RECORDS = [
  '/customization/objects/:name',
  '/customization/objects/:name/fields/:field',
  '/customization/objects/:object',
  '/objects/:apiName',
  '/email-templates/:code',
  '/numbering/:type',
  '/masters/:type',
  // What comes with the product is there in every company.
  '/masters/:type/:code',
  '/currencies/:code',
  '/connectors/:kind',
  '/payments/webhook/:provider',
];

/** What is asked about a customer there may not be yet: equal answers, nothing stored. */
const WHAT_IF = ['POST /tax/calculate customer/accountId'];

let t: TestDatabase;
let api: TestStaffApi;
let document: OpenApi;
let stranger: StaffClient;
let records: Records;
let own: Records;
let routes: readonly Route[];

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  document = (await api.call('GET', '/openapi.json')).body as OpenApi;
  stranger = await api.newAdmin();
  own = await plantRecords(t, stranger);
  const planted = await plantRecords(t, api.admin);
  // Both companies count from one: the second invoice has a number that the stranger does not.
  const { number } = await newInvoice(api.admin, planted['/accounts/:id'] ?? '');
  records = { ...planted, '/invoices/by-number/:number': number };
  routes = api.app.get(RouteTable).all();
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

function prefixesOf(path: string): string[] {
  const steps = path.split('/');
  return steps.flatMap((step, i) =>
    step.startsWith(':') ? [steps.slice(0, i + 1).join('/')] : [],
  );
}

/** What an answer says, apart from what names this very request and the ids it was asked with. */
function withoutNames({ status, body }: Answer, ids: readonly string[]): string {
  const { requestId: _, instance: __, ...said } = (body ?? {}) as Record<string, unknown>;
  return ids.reduce((text, id) => text.replaceAll(id, '#'), JSON.stringify([status, said]));
}

function ask(
  client: StaffClient,
  route: Route,
  address: string,
  body: unknown,
  from: Records = own,
): Promise<Answer> {
  const { method } = route;
  const path = `${address}${queryFor(operationOf(document, route), from)}`;
  if (method === 'POST' && route.path.endsWith('/documents')) {
    const headers = { 'content-type': 'text/plain' };
    return client.call(method, `${path}?fileName=a.txt`, { headers, body: 'a' });
  }
  const csv = /\/import(\/lines)?$/.test(route.path) && !route.path.startsWith('/customization/');
  const headers: Record<string, string> = csv ? { 'content-type': 'text/csv' } : {};
  return client.call(method, path, { headers, ...(body === undefined ? {} : { body }) });
}

function bodyFor(route: Route, from: Records): unknown {
  if (!route.takesBody) return undefined;
  if (route.path === '/customization/formulas/check') return { object: 'lead', expression: 'name' };
  const schema = bodySchema(document, operationOf(document, route));
  return schema ? sampleOf(document, schema, from) : {};
}

const numberOrId = (prefix: string) => (prefix.endsWith(':number') ? 'INV-999999' : newId());

/** Routes under a record of a company. */
const underRecords = () =>
  routes.filter(
    ({ path, policy }) =>
      policy.kind !== 'public' && prefixesOf(path).some((prefix) => !NO_RECORDS.includes(prefix)),
  );

describe('a record of another company', () => {
  test('is answered as one that does not exist', async () => {
    const found = await inBatches(sampled(underRecords()), async (route) => {
      const body = bodyFor(route, own);
      const at = (valueAt: (prefix: string) => string) =>
        pathWith(route.path, (prefix) =>
          NO_RECORDS.includes(prefix) ? plantedAt(own)(prefix) : valueAt(prefix),
        );
      const [theirs, nobodys] = await Promise.all([
        ask(stranger, route, at(plantedAt(records)), body),
        ask(stranger, route, at(numberOrId), body),
      ]);
      const ids = Object.values(records);
      const told = [theirs, nobodys].map((answer) => withoutNames(answer, ids));
      if (theirs.status === 404 && told[0] === told[1]) return [];
      return [`${nameOf(route)}: ${told[0]} instead of ${told[1]}`];
    });
    expect(found).toEqual([]);
  });

  test('does not exist under a record of the own either', async () => {
    const recordsIn = (path: string) =>
      prefixesOf(path).filter((prefix) => !NO_RECORDS.includes(prefix));
    const nested = underRecords().filter(({ path }) => recordsIn(path).length > 1);
    expect(nested.length).toBeGreaterThan(3);
    const found = await inBatches(nested, async (route) => {
      const [parent = ''] = recordsIn(route.path);
      const inOwn = (valueAt: (prefix: string) => string) =>
        pathWith(route.path, (prefix) =>
          prefix === parent || NO_RECORDS.includes(prefix)
            ? plantedAt(own)(prefix)
            : valueAt(prefix),
        );
      const [theirs, nobodys] = await Promise.all([
        ask(stranger, route, inOwn(plantedAt(records)), bodyFor(route, own)),
        ask(stranger, route, inOwn(numberOrId), bodyFor(route, own)),
      ]);
      const ids = [...Object.values(records), ...Object.values(own)];
      const told = [theirs, nobodys].map((answer) => withoutNames(answer, ids));
      if (theirs.status === 404 && told[0] === told[1]) return [];
      return [`${nameOf(route)}: ${told[0]} instead of ${told[1]}`];
    });
    expect(found).toEqual([]);
  });

  test('cannot be referred to in a body, nor be told from one that does not exist', async () => {
    const found: string[] = [];
    for (const route of sampled(routes)) {
      const schema = route.takesBody && bodySchema(document, operationOf(document, route));
      if (!schema || route.policy.kind === 'public') continue;
      const path = pathWith(route.path, plantedAt(own));
      for (const [member, reference] of references(schema)) {
        const sent = async (id: string) => {
          const body = withMember(sampleOf(document, schema, own), member, id);
          const answer = await ask(stranger, route, path, body);
          return [answer.status, withoutNames(answer, [id])] as const;
        };
        const [[status, theirs], [, nobodys]] = [await sent(reference), await sent(newId())];
        const name = `${nameOf(route)} ${member.join('/')}`;
        const taken = status < 400 && !WHAT_IF.includes(name);
        if (taken || theirs !== nobodys) found.push(`${name}: ${theirs} instead of ${nobodys}`);
      }
    }
    expect(found).toEqual([]);
  });
});

/** The answers of every route to somebody who may do everything, deletions last. */
async function refusedTo(client: StaffClient, from: Records): Promise<string[]> {
  // Of deletions those of parts before those of the whole.
  const last = ({ method, path }: Route) => (method === 'DELETE' ? 1000 - path.length : 0);
  const guarded = routes.filter(({ policy }) => policy.kind !== 'public');
  const found: string[] = [];
  for (const route of [...guarded].sort((a, b) => last(a) - last(b))) {
    const path = pathWith(route.path, plantedAt(from));
    const answer = await ask(client, route, path, bodyFor(route, from), from);
    const missed = [401, 403, 404, 415].includes(answer.status) || answer.status >= 500;
    if (missed && !(answer.status === 404 && NOT_THERE.test(nameOf(route))))
      found.push(`${nameOf(route)}: ${withoutNames(answer, [])}`);
  }
  return found;
}

/**
 * A draft has neither link nor acceptance; the letter is none of the company's own; a rule is tried
 * on a record that the body names; what a vendor asked is not taken back by staff.
 */
const NOT_THERE = new RegExp(
  `^(${[
    'DELETE /email-templates/:code',
    'DELETE /quotes/:id/share',
    'GET /quotes/:id/acceptance',
    'POST /workflows/:id/dry-run',
    'POST /ledger-accounts/:id/bank-changes/:changeId/withdraw',
  ].join('|')})$`,
);

/** An API key of the stranger's company, with the role of its administrators. */
async function keyOfStranger(): Promise<StaffClient> {
  const filter = JSON.stringify({ field: 'builtIn', op: 'eq', value: true });
  const roles = await stranger.call('GET', `/roles?filter=${encodeURIComponent(filter)}`);
  const roleId = (roles.body as { data: { id: string }[] }).data[0]?.id;
  const made = await stranger.call('POST', '/api-keys', { body: { name: 'Key', roleId } });
  const { key } = made.body as { key: string };
  const call: StaffClient['call'] = (method, path, sent = {}) =>
    api.call(method, path, {
      ...sent,
      headers: { ...sent.headers, authorization: `Bearer ${key}` },
    });
  return { ...stranger, call };
}

describe('an API key with the role of administrators', () => {
  test('is served by every route but those about a person', async () => {
    const found = await refusedTo(await keyOfStranger(), own);
    // A password, sessions, saved views and what a rule or two persons decide are a person's.
    const expected =
      /^(PATCH \/auth\/me|POST \/auth\/password|DELETE \/auth\/sessions\/:id|POST \/(record-approvals|company\/bank-approval).*|\w+ \/views(\/:id(\/health)?)?): \[40[34],/;
    expect(found.filter((each) => !expected.test(each))).toEqual([]);
    expect(found).toContainEqual(expect.stringMatching(/^POST \/auth\/password: \[404,/));
  });
});

describe('a record of the own company', () => {
  test('is found by the very requests that a stranger is refused', async () => {
    expect(await refusedTo(api.admin, records)).toEqual([]);
  });
});

/** The members of a body that refer to a record, with the other company's record of that kind. */
function references(schema: Schema): [MemberPath, string][] {
  return membersOf(document, schema).flatMap(
    ({ at, schema: { format } }): [MemberPath, string][] => {
      const name = at.findLast((step) => typeof step === 'string') ?? '';
      const record = records[referenceOf(name) ?? ''];
      return format === 'uuid' && record ? [[at, record]] : [];
    },
  );
}
