import { ACTIONS, RESOURCES } from '@quittance/access/host';
import { RouteTable, listOf, type Route } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import {
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { besidesIds } from '../../../../test/support/texts/besides-ids.js';
import { sampled } from '../../../../test/support/tier.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { flatOf, isTelling } from './access-support.js';
import { bodyOf } from './members.js';
import { pathWith, plantRecords, plantedAt } from '../objects/records-support.js';
import type { Records } from '../objects/object-records.js';

const CUSTOM = 'objects/planted__c';
const EVERYTHING = Object.fromEntries([...RESOURCES, CUSTOM].map((name) => [name, [...ACTIONS]]));
/** Without them nobody could name a record. */
const NEEDED: ReadonlySet<string> = new Set(['id', 'version']);

type Members = Readonly<Record<string, unknown>>;
type Limits = Record<string, Record<string, string>>;

/** A list whose records are read one by one, with one of them as an administrator sees it. */
interface Noun {
  readonly list: Route;
  readonly path: string;
  readonly resource: string;
  readonly record: Members;
  readonly members: readonly string[];
}

let t: TestDatabase;
let api: TestStaffApi;
let admin: StaffClient;
let records: Records;
let nouns: readonly Noun[];
let blind: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  admin = api.admin;
  records = await plantRecords(t, admin);
  nouns = await readNouns();
  blind = await colleague('hidden', nouns);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

async function readNouns(): Promise<readonly Noun[]> {
  const routes = api.app.get(RouteTable).all();
  const lists = routes.filter(
    ({ method, path, handler, policy }) =>
      method === 'GET' &&
      policy.kind === 'resource' &&
      policy.wholeCompany === undefined &&
      policy.resource !== 'roles' &&
      listOf(handler) !== undefined &&
      !path.replace('/objects/:apiName', '').includes(':') &&
      routes.some((each) => each.method === 'GET' && each.path === `${path}/:id`),
  );
  return flatOf(lists, async (list): Promise<Noun[]> => {
    const path = pathWith(list.path, plantedAt(records));
    const one = await admin.call('GET', pathWith(`${list.path}/:id`, plantedAt(records)));
    if (one.status !== 200 || list.policy.kind !== 'resource') return [];
    const record = bodyOf<Members>(one);
    const resource = list.policy.resource.includes(':') ? CUSTOM : list.policy.resource;
    const listed = Object.keys(listOf(list.handler)?.fields ?? {}).map(
      (name) => name.split('.')[0],
    );
    const members = [...new Set([...Object.keys(record), ...(listed as string[])])];
    return [{ list, path, resource, record, members: members.filter((m) => !NEEDED.has(m)) }];
  });
}

/** Somebody who may do everything, but with these members of all records kept from them. */
async function colleague(limit: string, kept: readonly Noun[]): Promise<StaffClient> {
  const fields: Limits = {};
  for (const { resource, members } of kept) {
    for (const name of members) (fields[resource] ??= {})[name] = limit;
  }
  const role = { name: newId(), matrix: EVERYTHING, fields };
  const made = bodyOf<{ id: string }>(await admin.call('POST', '/roles', { body: role }));
  const body = { email: `${newId()}@example.com`, name: 'Cleo', roleIds: [made.id] };
  const user = bodyOf<{ id: never }>(await admin.call('POST', '/users', { body }));
  return api.client(admin.companyId, user.id);
}

const each = <T>(of: (noun: Noun) => Promise<readonly T[]>) => flatOf(nouns, of);

/** Of each record the members that an answer does not refuse, each at a place of its own. */
function notRefused(
  ask: (noun: Noun) => Promise<Answer>,
  placeOf: (name: string, i: number) => string,
): Promise<readonly string[]> {
  return each(async (noun) => {
    const { status, body } = await ask(noun);
    const { code, errors = [] } = body as { code?: string; errors?: { pointer?: string }[] };
    if (code === 'fields_hidden') return [];
    const places = new Set(errors.map(({ pointer = '' }) => pointer));
    const isRefused = (name: string, i: number) => status >= 400 && places.has(placeOf(name, i));
    return noun.members
      .slice(0, MOST)
      .filter((name, i) => !isRefused(name, i))
      .map((name) => `${noun.path} ${name}: ${status}`);
  });
}

/** So many conditions a filter has at the most, and so many names `fields=`. */
const MOST = 50;

it('knows the members of every record that is listed and read', () => {
  expect(nouns.length).toBeGreaterThan(30);
});

it('answers no record with a member that is hidden, alone and in its list', async () => {
  const shown = await each(async ({ path, record, members }) => {
    const one = await blind.call('GET', `${path}/${String(record.id)}`);
    const all = await blind.call('GET', `${path}?display=true`);
    if (![200, 403].includes(all.status)) return [`${path} ${all.status}`];
    const rows = bodyOf<{ data?: Members[] }>(all).data ?? [];
    const alone = one.status < 400 ? [bodyOf<Members>(one)] : [];
    return [...alone, ...rows].flatMap((each) =>
      members.filter((name) => Object.hasOwn(each, name)).map((name) => `${path} ${name}`),
    );
  });
  expect([...new Set(shown)]).toEqual([]);
});

it('filters by no member that is hidden', async () => {
  const filter = ({ members }: Noun) =>
    JSON.stringify({ and: members.slice(0, MOST).map((field) => ({ field, op: 'isSet' })) });
  const wrong = await notRefused(
    (noun) => ask(noun, `filter=${encodeURIComponent(filter(noun))}`),
    (_, i) => `/and/${i}/field`,
  );
  expect(wrong).toEqual([]);
});

it('changes many by no filter on a member that is hidden', async () => {
  const routes = api.app.get(RouteTable).all();
  const changed = await each(async ({ list, path, members }) => {
    if (!routes.some((route) => route.path === `${list.path}/bulk`)) return [];
    const answers = await flatOf(members.slice(0, 3), async (field) => [
      await blind.call('POST', `${path}/bulk`, {
        body: { filter: { field, op: 'isSet' }, patch: {} },
      }),
    ]);
    return answers.filter((answer) => !isRefused(answer)).map(() => path);
  });
  expect(changed).toEqual([]);
});

it.each([
  ['GET', '/invoices/:id/proof'],
  ['GET', '/credit-notes/:id/proof'],
  ['POST', '/plans/:planId/migrate'],
])('repeats no hidden number by %s %s', async (method, path) => {
  const body = method === 'POST' ? { to: newId(), on: 'period_end', dryRun: true } : undefined;
  const answer = await blind.call(method, pathWith(path, plantedAt(records)), { body });
  expect(answer).toMatchObject({ status: 403, body: { code: 'fields_hidden' } });
});

it('draws no member that is hidden', async () => {
  const wrong = await notRefused(
    async (noun) => {
      const drawn = await admin.call('GET', `${noun.path}?fields=id`);
      if (drawn.status >= 400) return allRefused(noun, (_, i) => `/${i}`);
      return ask(noun, `fields=${noun.members.slice(0, MOST).join()}`);
    },
    (_, i) => `/${i}`,
  );
  expect(wrong).toEqual([]);
});

it('sorts and groups by no member that is hidden', async () => {
  const wrong = await each(async (noun) => {
    const answers = await flatOf(sampled(noun.members).slice(0, 2), async (name) => [
      await ask(noun, `sort=${name}`),
      await ask(noun, `groupBy=${name}`),
    ]);
    return answers.filter((answer) => !isRefused(answer)).map(() => noun.path);
  });
  expect(wrong).toEqual([]);
});

it('reaches no hidden member through what a row points at', async () => {
  const pointers = ['accountId.name', 'accountId.type', 'contactId.lastName'];
  const shown = await flatOf(['/deals', '/cases', '/invoices', '/quotes'], async (path) => {
    const answers = await Promise.all(
      pointers.map((name) => blind.call('GET', `${path}?fields=id,${name}`)),
    );
    return answers.filter((answer) => !isRefused(answer)).map(() => path);
  });
  expect(shown).toEqual([]);
});

it('takes no hidden member away as CSV or JSON Lines', async () => {
  const taken = await each(async ({ path, members }) => {
    const headers = { accept: 'text/csv' };
    const csv = await blind.call('GET', path, { headers });
    const header = String(csv.body).split(/\r?\n/, 1)[0] ?? '';
    const columns = header.split(',').map((name) => name.split('.', 1)[0] ?? '');
    const lines = await blind.call('GET', path, { headers: { accept: 'application/x-ndjson' } });
    const [line = '{}'] = String(lines.body).split('\n');
    const keys = line.startsWith('{') ? Object.keys(JSON.parse(line) as object) : [];
    return members
      .filter((name) => columns.includes(name) || keys.includes(name))
      .map((name) => `${path} ${name}`);
  });
  expect(taken).toEqual([]);
});

it('finds nothing by the text of a hidden member', async () => {
  const found = await each(async ({ path, record }) => {
    const texts = Object.values(record).filter((value) => isTelling(value)) as string[];
    const answers = await flatOf(texts, async (text) => [
      await blind.call('GET', `${path}?search=${encodeURIComponent(text.slice(0, 60))}`),
    ]);
    return answers.filter(({ body }) => (body as { total?: number }).total).map(() => path);
  });
  expect([...new Set(found)]).toEqual([]);
});

it('tells no value of a hidden member on any route that reads', async () => {
  const texts = nouns.flatMap(({ record }) => Object.values(record)).filter(isTelling);
  const values = new Set(texts.filter((text) => !EVERYBODYS.test(text)));
  expect(values.size).toBeGreaterThan(20);
  const routes = api.app
    .get(RouteTable)
    .all()
    .filter(({ method, policy }) => method === 'GET' && policy.kind === 'resource');
  const told = await flatOf(routes, async (route) => {
    const path = pathWith(route.path, plantedAt(records));
    const answer = await blind.call('GET', path);
    const text = JSON.stringify(answer.body ?? '');
    const found = [...values].filter((value) => text.includes(JSON.stringify(value)));
    return found.length > 0 ? [`${route.path}: ${found.join(' | ')}`] : [];
  });
  expect(told).toEqual([]);
});

it('shows nothing as a whole to whoever is shown less', async () => {
  const routes = api.app
    .get(RouteTable)
    .all()
    .filter(({ policy }) => policy.kind === 'resource' && policy.actions.includes('print'));
  expect(routes.length).toBeGreaterThan(5);
  const shown = await flatOf(routes, async (route) => {
    const { status } = await blind.call(route.method, pathWith(route.path, plantedAt(records)));
    return status < 400 ? [route.path] : [];
  });
  expect(shown).toEqual([]);
});

it.each(['hidden', 'read_only'])('takes no member that is %s', async (limit) => {
  const by = limit === 'hidden' ? blind : await colleague(limit, nouns);
  const whole = ({ members }: Noun) =>
    Object.fromEntries(members.slice(0, MOST).map((name) => [name, null]));
  const takes =
    (method: string, below: string) =>
    ({ list }: Noun) =>
      // What is about the whole company is refused whole.
      routes.some(
        ({ method: own, path, policy }) =>
          own === method &&
          path === list.path + below &&
          !(policy.kind === 'resource' && policy.wholeCompany),
      );
  const routes = api.app.get(RouteTable).all();
  const written = await notRefused(
    (noun) =>
      takes('PATCH', '/:id')(noun)
        ? by.call('PATCH', `${noun.path}/${String(noun.record.id)}`, { body: whole(noun) })
        : allRefused(noun),
    (name) => `/${name}`,
  );
  const made = await notRefused(
    (noun) =>
      takes('POST', '')(noun)
        ? by.call('POST', noun.path, { body: whole(noun) })
        : allRefused(noun),
    (name) => `/${name}`,
  );
  expect([...written, ...made]).toEqual([]);
});

it.each(['/leads', '/deals', '/invoices'])(
  'tells a hidden member of %s as an unknown one',
  async (path) => {
    const noun = nouns.find((each) => each.path === path) as Noun;
    const at = `${path}/${String(noun.record.id)}`;
    const [name] = noun.members.filter((each) => /^(notes|name|poNumber|amount|title)$/.test(each));
    const [hidden, unknown] = await Promise.all(
      [String(name), 'nonsense'].map((member) =>
        blind.call('PATCH', at, { body: { [member]: 'x' } }),
      ),
    );
    const told = ({ status, body }: Answer, member: string) =>
      JSON.stringify([status, { ...(body as object), requestId: 0 }]).replaceAll(member, 'X');
    expect(told(hidden as Answer, String(name))).toBe(told(unknown as Answer, 'nonsense'));
    expect((hidden as Answer).status).toBe(400);
  },
);

/** Amounts that nothing else says, each of a resource of its own. */
const AMOUNTS = [
  { path: '/deals', member: 'amount', said: '73519.37' },
  { path: '/campaigns', member: 'budget', said: '62417.83' },
  { path: '/contracts', member: 'value', said: '51637.29' },
] as const;

const sumsOf = (member: string) =>
  ['sum', 'avg', 'min', 'max'].map((how) => `groupBy=ownerId&aggregate=${how}:${member}`);

describe('a role that hides one amount of a record', () => {
  let buyer: StaffClient;
  const shown: unknown[] = [];
  const kept = () =>
    AMOUNTS.map((each) => ({
      ...each,
      noun: nouns.find(({ path }) => path === each.path) as Noun,
    }));

  beforeAll(async () => {
    for (const { path, member, said, noun } of kept()) {
      const body = { [member]: said, currency: 'EUR' };
      const at = `${path}/${String(noun.record.id)}`;
      shown.push(bodyOf<Members>(await admin.call('PATCH', at, { body }))[member]);
    }
    const only = kept().map(({ noun, member }) => ({ ...noun, members: [member] }));
    buyer = await colleague('hidden', only);
  });

  it('asks by it in no way that a list has', async () => {
    const taken = await flatOf(kept(), async ({ path, member, said }) => {
      const filter = JSON.stringify({ field: member, op: 'gt', value: '1' });
      const asked = [
        `filter=${encodeURIComponent(filter)}`,
        `sort=-${member}`,
        `fields=id,${member}`,
        `groupBy=${member}`,
        ...sumsOf(member),
      ];
      const answers = await Promise.all(
        asked.map(async (query) => [query, await buyer.call('GET', `${path}?${query}`)] as const),
      );
      const files = await Promise.all(
        ['csv', 'jsonl'].map(async (format) => {
          const { status, body } = await buyer.call('GET', `${path}/export?format=${format}`);
          const isTold = JSON.stringify(body).includes(said) || status !== 200;
          return isTold ? [`${path} ${format}: ${status}`] : [];
        }),
      );
      const open = answers.filter(([, answer]) => !isRefused(answer));
      return [...open.map(([query]) => `${path}?${query}`), ...files.flat()];
    });
    expect(shown).toEqual(AMOUNTS.map(({ said }) => said));
    expect(taken).toEqual([]);
  });

  it('is told it on no route that reads', async () => {
    const routes = api.app
      .get(RouteTable)
      .all()
      .filter(({ method, policy }) => method === 'GET' && policy.kind === 'resource');
    const told = await flatOf(sampled(routes), async ({ path }) => {
      const { body } = await buyer.call('GET', pathWith(path, plantedAt(records)));
      const text = besidesIds(JSON.stringify(body ?? ''));
      return AMOUNTS.filter(({ said }) => text.includes(said)).map(
        ({ said }) => `${path}: ${said}`,
      );
    });
    expect(told).toEqual([]);
  });
});

/** What is not written by a route of this name at all. */
function allRefused(
  { members }: Noun,
  placeOf: (name: string, i: number) => string = (name) => `/${name}`,
): Promise<Answer> {
  const errors = members.map((name, i) => ({ pointer: placeOf(name, i) }));
  return Promise.resolve({ status: 404, body: { errors } } as Answer);
}

/** What planted records and the company itself are called alike. */
const EVERYBODYS = /^(Planted|Test Company Ltd$|INVOICE_SENT$)/;

const ask = ({ path }: Noun, query: string) => blind.call('GET', `${path}?${query}`);
const isRefused = ({ status }: Answer) => status >= 400 && status < 500;
