import { reach } from '@quittance/access';
import { ACTIONS, RESOURCES, hasOwners } from '@quittance/access/host';
import { RouteTable, listOf, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import {
  bodySchema,
  nameOf,
  operationOf,
  type OpenApi,
} from '../../../../test/support/watch/open-api.js';
import {
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { inBatches } from './access-support.js';
import { bodyOf } from './members.js';
import { pathWith, plantRecords, plantedAt } from '../objects/records-support.js';
import type { Records } from '../objects/object-records.js';
import { REACHED_RECORDS } from '../../src/access/reached-records.js';
import { queryFor, sampleOf } from '../hostile/sample-body.js';

const CUSTOM = 'objects/planted__c';
const EVERYTHING = Object.fromEntries([...RESOURCES, CUSTOM].map((name) => [name, [...ACTIONS]]));
const OWNED = Object.keys(EVERYTHING).filter(hasOwners);

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let document: OpenApi;
let records: Records;
let routes: readonly Route[];

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  document = bodyOf<OpenApi & Record<string, unknown>>(await api.call('GET', '/openapi.json'));
  records = await plantRecords(t, admin);
  routes = api.app.get(RouteTable).all();
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** Routes that name what is nobody's, or what is judged where it is read. */
const ELSEWHERE: readonly string[] = [
  'DELETE /tax/codes/:id',
  'DELETE /tax/jurisdictions/:id',
  'DELETE /tax/rates/:id',
  'DELETE /view-as-sessions/:id',
  'GET /commission-plans/:id',
  'GET /quote-templates/:id',
  'GET /tax/codes/:id',
  'GET /tax/jurisdictions/:id',
  'GET /tax/rates/:id',
  'PATCH /commission-plans/:id',
  'PATCH /quote-templates/:id',
  'PATCH /tax/codes/:id',
  'PATCH /tax/jurisdictions/:id',
  'PATCH /tax/rates/:id',
  'POST /usage-events/:eventId/void',
];

interface Reach {
  readonly scope: 'own' | 'team';
  readonly team?: string;
}

/** Somebody who may do everything, to these records only. */
async function colleague({ scope, team }: Reach): Promise<StaffClient & { roleId: string }> {
  const scopes = Object.fromEntries(OWNED.map((name) => [name, scope]));
  const role = { name: newId(), matrix: EVERYTHING, grants: ['viewAs'], scopes };
  const { id: roleId } = bodyOf<{ id: string }>(await admin.call('POST', '/roles', { body: role }));
  const body = { email: `${newId()}@example.com`, name: 'Cleo', roleIds: [roleId], team };
  const made = await admin.call('POST', '/users', { body });
  return { ...api.client(admin.companyId, bodyOf<{ id: never }>(made).id), roleId };
}

/** The resource whose scope holds for a route; undefined where its records have no owner. */
function ownedResource({ policy }: Route): string | undefined {
  if (policy.kind !== 'resource') return undefined;
  const resource = policy.resource === 'objects/:apiName' ? CUSTOM : policy.resource;
  return hasOwners(resource) ? resource : undefined;
}

const collectionOf = (resource: string) =>
  resource === CUSTOM ? '/objects/:apiName' : `/${resource}`;

/** Where records are that somebody owns, or owns the account of. */
const isOfRecord = (path: string, resource: string) =>
  path.startsWith(`${collectionOf(resource)}/:id`) ||
  REACHED_RECORDS.some((each) => path.startsWith(`${each.path}/:`)) ||
  REACHED_RECORDS.some((each) => path === `${each.path}/by-number/:number`);

const isWhole = ({ policy }: Route) =>
  policy.kind === 'resource' && policy.wholeCompany !== undefined;

/** Routes of what has owners that name a record or something below one. */
const withParameters = () =>
  routes.filter((route) => {
    const below = route.path.replace('/objects/:apiName', '');
    return ownedResource(route) !== undefined && below.includes(':') && !isWhole(route);
  });

/** Routes under a record that has an owner. */
const underRecords = () =>
  withParameters().filter((route) => isOfRecord(route.path, ownedResource(route) ?? ''));

/** Lists of records that have an owner and can be read one by one. */
const lists = () =>
  routes.filter((route) => {
    const listed = route.method === 'GET' && listOf(route.handler) !== undefined;
    const isRead = routes.some(({ method, path }) => {
      return method === 'GET' && path === `${route.path}/:id`;
    });
    const isBelow = route.path.replace('/objects/:apiName', '').includes(':');
    if (ownedResource(route) === undefined || !listed || isBelow || isWhole(route)) return false;
    return isRead && isOfRecord(`${route.path}/:id`, ownedResource(route) ?? '');
  });

/** What is followed to the ledger account of a partner. */
const OF_PARTNERS = new Set(['deal-registrations', 'commissions']);

/** What makes somebody the owner of a planted record: its own field, or that of its account. */
function handOver(route: Route, ownerId: string): [path: string, body: object] {
  if (OF_PARTNERS.has(ownedResource(route) ?? '')) {
    return [`/ledger-accounts/${records['/partner-members/:id']}`, { ownerId }];
  }
  const isOfAccount = reach.ofAccounts(ownedResource(route) ?? '');
  const path = isOfAccount ? '/accounts/:id' : `${route.path}/:id`;
  return [pathWith(path, plantedAt(records)), { ownerId }];
}

function ask(by: StaffClient, route: Route, valueAt: (prefix: string) => string): Promise<Answer> {
  const schema = route.takesBody && bodySchema(document, operationOf(document, route));
  const body = schema ? sampleOf(document, schema, records) : route.takesBody ? {} : undefined;
  const path = pathWith(route.path, (prefix) =>
    prefix === '/objects/:apiName' ? plantedAt(records)(prefix) : valueAt(prefix),
  );
  const file = route.path.endsWith('/documents') && route.method === 'POST';
  const isCsv = route.path.endsWith('/import');
  const type = isCsv ? 'text/csv' : 'text/plain';
  const headers: Record<string, string> = file || isCsv ? { 'content-type': type } : {};
  const query = queryFor(operationOf(document, route), records);
  const at = file ? `${path}?fileName=a.txt` : `${path}${query}`;
  return by.call(route.method, at, { headers, ...(body === undefined ? {} : { body }) });
}

/** What an answer says, apart from what names this very request and its record. */
function said({ status, body }: Answer): string {
  const { requestId: _, instance: __, ...rest } = (body ?? {}) as Record<string, unknown>;
  const text = JSON.stringify([status, rest]);
  return Object.values(records).reduce((told, id) => told.replaceAll(id, '#'), text);
}

const totalOf = async (by: StaffClient, path: string) =>
  bodyOf<{ total: number }>(await by.call('GET', path)).total;

describe('somebody who reaches the own records only', () => {
  let by: StaffClient;
  beforeAll(async () => {
    by = await colleague({ scope: 'own' });
  });

  test('is told of records of others what is told of none, on every route', async () => {
    expect(new Set(underRecords().map(ownedResource)).size).toBeGreaterThan(8);
    const found = await inBatches(underRecords(), async (route) => {
      const theirs = said(await ask(by, route, plantedAt(records)));
      const nobodys = said(await ask(by, route, () => newId()));
      const hidden = theirs.startsWith('[404') && theirs === nobodys;
      return hidden ? [] : [`${nameOf(route)}: ${theirs} instead of ${nobodys}`];
    });
    expect(found).toEqual([]);
  });

  test('is told so of every route that names a record', () => {
    const known = new Set(underRecords());
    const others = withParameters().filter((route) => !known.has(route));
    expect(others.map(nameOf).sort()).toEqual(ELSEWHERE);
  });

  test('may not do what is about all of the company', async () => {
    const whole = routes.filter(isWhole);
    expect(whole.length).toBeGreaterThan(8);
    const found = await inBatches(whole, async (route) => {
      const { status, body } = await ask(by, route, plantedAt(records));
      const said = `${status} ${(body as { code?: string }).code}`;
      return said === '403 scope_too_narrow' ? [] : [`${nameOf(route)}: ${said}`];
    });
    expect(found).toEqual([]);
  });

  test.each(['application/json', 'text/csv', 'application/x-ndjson'])(
    'lists nothing of others as %s',
    async (accept) => {
      expect(lists().length).toBeGreaterThan(8);
      const found = await inBatches(lists(), async (route) => {
        const path = pathWith(route.path, plantedAt(records));
        const [theirs, mine] = await Promise.all([
          admin.call('GET', path, { headers: { accept } }),
          by.call('GET', path, { headers: { accept } }),
        ]);
        const id = records[`${route.path}/:id`] ?? 'nothing';
        const shown = [theirs, mine].map(({ body }) => (JSON.stringify(body) ?? '').includes(id));
        return shown.join() === 'true,false' ? [] : [`${nameOf(route)}: ${shown.join()}`];
      });
      expect(found).toEqual([]);
    },
  );

  test('finds nothing of others by filter, search, sort or walk, nor in a total', async () => {
    const found = await inBatches(lists(), async (route) => {
      const { fields } = listOf(route.handler) ?? { fields: {} };
      const field = 'id' in fields ? 'id' : 'createdAt';
      const filter = encodeURIComponent(`{"not":{"field":"${field}","op":"isNotSet"}}`);
      const path = pathWith(route.path, plantedAt(records));
      const asked = [`filter=${filter}`, 'search=a', `sort=-${field}`, 'pageSize=1', 'cursor='];
      const answers = await Promise.all(asked.map((query) => by.call('GET', `${path}?${query}`)));
      return answers.flatMap(({ status, body }, i) => {
        const { data, total = 0 } = body as { data: unknown[]; total?: number };
        return status === 200 && data.length === 0 && total === 0 ? [] : [`${path}?${asked[i]}`];
      });
    });
    expect(found).toEqual([]);
  });

  test('changes nothing of others in bulk, by id or by filter, nor by a file', async () => {
    const bulks = routes.filter((route) => ownedResource(route) && route.path.endsWith('/bulk'));
    const ofAccounts = (route: Route) => reach.ofAccounts(ownedResource(route) ?? '');
    expect(bulks.length).toBeGreaterThan(8);
    const found = await inBatches(bulks, async (route) => {
      const resource = ownedResource(route) ?? '';
      const path = pathWith(route.path, plantedAt(records));
      const id = records[`${collectionOf(resource)}/:id`] ?? '';
      const patch = ofAccounts(route) ? { notes: 'Mine' } : { ownerId: by.userId };
      const filter = { field: ofAccounts(route) ? 'createdAt' : 'id', op: 'isSet' };
      const named = bodyOf(await by.call('POST', path, { body: { ids: [id], patch } }));
      const all = bodyOf(await by.call('POST', path, { body: { filter, patch } }));
      const headers = { 'content-type': 'text/csv' };
      const file = path.replace(/bulk$/, 'import');
      const body = `id,ownerId\n${id},${by.userId}\n`;
      const loaded = bodyOf(await by.call('POST', file, { body, headers }));
      // A file of documents brings new ones alone, in a form of its own.
      const isLoaded =
        !ofAccounts(route) &&
        routes.some((each) => each.path === route.path.replace(/bulk$/, 'import'));
      const counts = [
        named.updated,
        named.failed,
        all.updated,
        all.failed,
        isLoaded ? (loaded.updated ?? 0) : 0,
      ];
      return counts.join() === '0,1,0,0,0' ? [] : [`${path}: ${counts.join()}`];
    });
    expect(found).toEqual([]);
  });

  test('points at no record of others, and is told what is told of none', async () => {
    const [accountId, contactId, leadId] = ['accounts', 'contacts', 'leads'].map(
      (name) => records[`/${name}/:id`] ?? '',
    );
    const own = bodyOf<{ id: string }>(await by.call('POST', '/accounts', { body: { name: 'A' } }));
    const lead = bodyOf<{ id: string }>(await by.call('POST', '/leads', { body: { name: 'L' } }));
    const campaign = bodyOf<{ id: string }>(
      await by.call('POST', '/campaigns', { body: { name: 'C' } }),
    );
    const body = { kind: 'partner', name: 'P' };
    const partner = await admin.call('POST', '/ledger-accounts', { body });
    const { id: partnerId } = bodyOf<{ id: string }>(partner);
    const deal = bodyOf<{ id: string }>(await by.call('POST', '/deals', { body: { name: 'D' } }));
    const attempts: [method: string, path: string, body: (id: string) => object, id: string][] = [
      ['POST', '/contacts', (id) => ({ lastName: 'X', accountId: id }), accountId ?? ''],
      ['POST', '/deals', (id) => ({ name: 'X', accountId: id }), accountId ?? ''],
      ['POST', '/deals', (id) => ({ name: 'X', contactId: id }), contactId ?? ''],
      ['POST', '/deals', (id) => ({ name: 'X', partnerId: id }), partnerId],
      ['PATCH', `/deals/${deal.id}`, (id) => ({ partnerId: id }), partnerId],
      ['POST', '/cases', (id) => ({ subject: 'X', accountId: id }), accountId ?? ''],
      ['PATCH', `/accounts/${own.id}`, (id) => ({ parentId: id }), accountId ?? ''],
      ['POST', `/accounts/${own.id}/merge`, (id) => ({ loserId: id }), accountId ?? ''],
      ['POST', `/leads/${lead.id}/convert`, (id) => ({ accountId: id }), accountId ?? ''],
      ['POST', `/leads/${lead.id}/convert`, (id) => ({ contactId: id }), contactId ?? ''],
      ['POST', `/campaigns/${campaign.id}/members`, (id) => ({ leadIds: [id] }), leadId ?? ''],
      [
        'POST',
        `/campaigns/${campaign.id}/members`,
        (id) => ({ contactIds: [id] }),
        contactId ?? '',
      ],
    ];
    const found: string[] = [];
    for (const [method, path, body, hidden] of attempts) {
      const none = newId();
      const theirs = await by.call(method, path, { body: body(hidden) });
      const nobodys = await by.call(method, path, { body: body(none) });
      const told = [said(theirs), said(nobodys).replaceAll(none, '#')];
      if (theirs.status < 400 || told[0] !== told[1]) {
        found.push(`${method} ${path}: ${told[0]} instead of ${told[1]}`);
      }
    }
    await by.call('DELETE', `/deals/${deal.id}`);
    expect(found).toEqual([]);
  });

  test('sees in forecasts and opportunities the own deals only', async () => {
    // In the default pipeline: others are somebody else's.
    const deal = { amount: '100.00', currency: 'EUR', expectedCloseDate: '2026-03-20' };
    for (const [who, name] of [
      [admin, 'Theirs'],
      [by, 'Mine'],
    ] as const) {
      const made = await who.call('POST', '/deals', { body: { name, ...deal } });
      expect([made.status, made.body]).toEqual([201, expect.anything()]);
    }
    const sums = async (who: StaffClient) =>
      JSON.stringify((await who.call('GET', '/forecast')).body);
    expect(await sums(by)).toContain('100.00');
    expect(await sums(by)).not.toContain('200.00');
    expect(await sums(admin)).toContain('200.00');
    expect(await totalOf(by, '/opportunities')).toBe(1);
  });

  test('reaches with an API key nothing at all: a key owns no records', async () => {
    const { roleId } = await colleague({ scope: 'own' });
    const made = await admin.call('POST', '/api-keys', { body: { name: 'Key', roleId } });
    const { key } = bodyOf<{ key: string }>(made);
    const headers = { authorization: `Bearer ${key}` };
    const found = await inBatches(lists(), async (route) => {
      const path = pathWith(route.path, plantedAt(records));
      const { status, body } = await api.call('GET', path, { headers });
      return status === 200 && (body as { total: number }).total === 0 ? [] : [path];
    });
    expect(found).toEqual([]);
  });
});

describe('somebody who reaches the records of the team', () => {
  test('sees what a colleague of the same team owns, as long as they are in it', async () => {
    const [mate, other] = [
      await colleague({ scope: 'team', team: 'north' }),
      await colleague({ scope: 'team', team: 'south' }),
    ];
    const own = await colleague({ scope: 'own', team: 'north' });
    const setTeam = (team: string | null) =>
      admin.call('PATCH', `/users/${admin.userId}`, { body: { team } });
    const seen = async () =>
      inBatches(lists(), async (route) => {
        const path = pathWith(route.path, plantedAt(records));
        const id = records[`${route.path}/:id`];
        const found = await Promise.all(
          [mate, other, own].map(async (each) => {
            const one = await each.call('GET', `${path}/${id}`);
            const total = await totalOf(each, path);
            return `${one.status} ${total > 0}`;
          }),
        );
        return [found.join()];
      });
    const none = '404 false';
    await setTeam('north');
    expect(new Set(await seen())).toEqual(new Set([['200 true', none, none].join()]));
    await setTeam(null);
    expect(new Set(await seen())).toEqual(new Set([[none, none, none].join()]));
  });

  test('does not take nobody’s team for a team', async () => {
    const loner = await colleague({ scope: 'team' });
    expect(await totalOf(loner, '/leads')).toBe(0);
  });
});

describe('a record that changes hands', () => {
  test('is the new owner’s from then on, on every list and by id', async () => {
    const by = await colleague({ scope: 'own' });
    const found: string[] = [];
    for (const route of lists()) {
      const path = pathWith(route.path, plantedAt(records));
      const at = `${path}/${records[`${route.path}/:id`]}`;
      const [of, mine] = handOver(route, by.userId);
      const give = await admin.call('PATCH', of, { body: mine });
      const got = await by.call('GET', at);
      const total = await totalOf(by, path);
      const back = await by.call('PATCH', of, { body: { ownerId: admin.userId } });
      const gone = await by.call('GET', at);
      const words = [give.status, got.status, total > 0, back.status, gone.status].join();
      if (words !== '200,200,true,200,404') found.push(`${at}: ${words}`);
    }
    expect(found).toEqual([]);
  });
});
