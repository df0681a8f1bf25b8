import type { ListDefinition, ListField } from '@quittance/lists';
import { RouteTable, listOf } from '@quittance/http/host';
import { newId } from '@quittance/kernel';
import { ObjectCatalogue } from '@quittance/metadata';
import { groupsOf } from '../../../../test/support/watch/groups-of-list.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';

let t: TestDatabase;
let api: TestStaffApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** Every list of the host that needs no record above it. */
function lists(): [string, ListDefinition['fields']][] {
  return api.app
    .get(RouteTable)
    .all()
    .flatMap(({ path, handler }) => {
      const definition = listOf(handler);
      return definition && !path.includes(':') ? [[path, definition.fields] as const] : [];
    }) as [string, ListDefinition['fields']][];
}

const SAMPLES: Readonly<Record<ListField['type'], unknown>> = {
  text: 'a',
  id: newId(),
  enum: '',
  money: '10.50',
  decimal: '1.5',
  integer: 3,
  boolean: true,
  date: '2026-03-01',
  instant: '2026-03-01T00:00:00Z',
  time: '09:30',
  set: 'a',
};

/** Filters of every operator that applies to the field. */
function filtersOf(name: string, { type, values = [] }: ListField): object[] {
  const value = type === 'enum' || type === 'set' ? (values[0] ?? 'a') : SAMPLES[type];
  if (type === 'set')
    return [
      { field: name, op: 'contains', value },
      { field: name, op: 'isSet' },
    ];
  const ordered = !['id', 'enum', 'boolean'].includes(type);
  const one = ['eq', 'ne', ...(ordered ? ['gt', 'lte'] : [])];
  return [
    ...one.map((op) => ({ field: name, op, value })),
    { field: name, op: 'in', value: [value] },
    { field: name, op: 'isNotSet' },
    ...(ordered ? [{ field: name, op: 'between', value: [value, value] }] : []),
    ...(type === 'text' ? [{ field: name, op: 'contains', value }] : []),
    { not: { field: name, op: 'eq', value } },
  ];
}

async function refused(path: string, query: Record<string, string>): Promise<string[]> {
  const search = new URLSearchParams(query).toString();
  const { status, body } = await api.admin.call('GET', `${path}?${search}`);
  return status === 200 ? [] : [`${path}?${search} ${status} ${JSON.stringify(body)}`];
}

test('every field of every list can be filtered by, sorted by and walked by', async () => {
  const all = lists();
  expect(all.length).toBeGreaterThan(10);
  for (const [path, fields] of all) {
    const asked = Object.entries(fields).flatMap(([name, field]) => {
      const filter = JSON.stringify({ or: filtersOf(name, field) });
      // Long texts and sets are filtered by, and have no order worth an index.
      if (field.sortable === false) return [refused(path, { filter })];
      return [
        refused(path, { filter, sort: `-${name}` }),
        refused(path, { sort: name, cursor: '' }),
      ];
    });
    const bad = await Promise.all([...asked, refused(path, { search: 'acme 100%' })]);
    expect(bad.flat()).toEqual([]);
  }
});

test('every list is drawn with labels and chosen members, and grouped by each field', async () => {
  const shown = lists().filter(([path]) => !path.endsWith('/export'));
  for (const [path, fields] of shown) {
    const { body: page, status: found } = await api.admin.call('GET', `${path}?display=true`);
    expect([path, found, page]).toEqual([path, 200, expect.anything()]);
    const { data, total } = page as { data: { display: object }[]; total: number };
    expect([path, data.every(({ display }) => typeof display === 'object')]).toEqual([path, true]);
    const names = Object.keys(fields).slice(0, 3);
    const chosen = await api.admin.call('GET', `${path}?fields=${names.join()}&pageSize=1`);
    expect([path, chosen.status]).toEqual([path, 200]);
    const bad = await refused(path, { fields: `${names[0]},no.such,nor_this` });
    expect(bad.join()).toMatch(/400.*"pointer":"\/1","code":"unknown_field".*"pointer":"\/2"/);
    const { threes, aggregates } = groupsOf(fields);
    const asked = threes.map(async (key) => {
      const search = `groupBy=${key}&aggregate=${aggregates}&display=true`;
      const { status, body } = await api.admin.call('GET', `${path}?${search}`);
      return [`${path}?${search}`, status, (body as { total?: number }).total];
    });
    for (const [url, status, sum] of await Promise.all(asked)) {
      expect([url, status, sum]).toEqual([url, 200, total]);
    }
  }
});

test('every list can be downloaded, its columns as they are listed', async () => {
  for (const [path] of lists()) {
    const headers = { accept: 'text/csv' };
    const { status, body } = await api.admin.call('GET', path, { headers });
    expect([path, status]).toEqual([path, 200]);
    expect(String(body).split('\n')[0]).toMatch(/^[A-Za-z]\w*(,[A-Za-z]\w*)+$/);
  }
});

const NOBODY = newId();

/** What no list takes: [address beside the list, query, status, parameter that is told]. */
const WRONG: readonly (readonly ['' | '/export' | '/lookup', string, 400 | 422, string])[] = [
  ['', 'page=0', 422, 'page'],
  ['', 'page=x', 400, 'page'],
  ['', 'pageSize=201', 422, 'pageSize'],
  ['', 'pageSize=', 400, 'pageSize'],
  ['', 'cursor=%25', 400, 'cursor'],
  ['', 'sort=no_such', 400, 'sort'],
  ['', 'fields=no_such', 400, 'fields'],
  ['', 'display=maybe', 400, 'display'],
  ['', 'groupBy=no_such', 400, 'groupBy'],
  ['', 'aggregate=count', 400, 'groupBy'],
  ['', 'filter={', 400, 'filter'],
  ['', 'filter={"field":"no_such","op":"eq","value":1}', 400, 'filter'],
  ['', 'filter={"field":"id","op":"has","value":"x"}', 400, 'filter'],
  ['', 'no_such=1', 400, 'no_such'],
  ['', 'page=1&page=2', 400, 'page'],
  ['/export', 'format=pdf', 400, 'format'],
  ['/export', 'decimal=dot', 400, 'decimal'],
  ['/export', 'dates=year', 400, 'dates'],
  ['/export', 'page=1', 400, 'page'],
  ['/lookup', 'pageSize=x', 400, 'pageSize'],
  ['/lookup', 'pageSize=51', 422, 'pageSize'],
  ['/lookup', `q=${'x'.repeat(101)}`, 422, 'q'],
  ['/lookup', 'for=no_such', 400, 'for'],
  ['/lookup', `accountId=${NOBODY}`, 400, 'accountId'],
];

test('what cannot be read is 400, what is out of bounds 422, whichever list it is', async () => {
  const routes = api.app.get(RouteTable).all();
  const served = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
  for (const [path] of lists().filter(([each]) => !each.endsWith('/export'))) {
    const asked = WRONG.filter(([beside]) => served.has(path + beside)).map(
      async ([beside, query, status, parameter]) => {
        const url = `${path}${beside}?${encodeURI(query).replaceAll('%25', '%')}`;
        const { status: got, body } = await api.admin.call('GET', url);
        const { errors = [] } = body as { errors?: { parameter?: string }[] };
        return [
          [url, status, parameter],
          [url, got, errors[0]?.parameter],
        ];
      },
    );
    for (const [meant, told] of await Promise.all(asked)) expect(told).toEqual(meant);
  }
});

const ANY_OBJECT = 'of any object, whose name stands beside it';
const NO_NAME = 'has no name: what it is about stands beside it';
/** Fields of lists that hold an id and have no label beside it, and why. */
const UNLABELLED: Readonly<Record<string, string>> = {
  '/activities relatedId': ANY_OBJECT,
  '/api-keys roleId': 'the name of the role stands beside it',
  '/billing-runs/:id/failures scheduleId': NO_NAME,
  '/cases relatedId': ANY_OBJECT,
  '/commissions reversesId': NO_NAME,
  '/commissions statementId': NO_NAME,
  '/credit-checks documentId': ANY_OBJECT,
  '/credit-holds checkId': NO_NAME,
  '/credit-overrides checkId': NO_NAME,
  '/customization/revisions changeId': NO_NAME,
  '/customization/revisions revertOf': NO_NAME,
  '/documents recordId': ANY_OBJECT,
  '/dunning/attempts runId': NO_NAME,
  '/forms/:formId/submissions recordId': ANY_OBJECT,
  '/invoices scheduleId': NO_NAME,
  '/invoices/overdue scheduleId': NO_NAME,
  '/portal-analytics/events objectId': ANY_OBJECT,
  '/portal-users partyId': 'the name of the party stands beside it',
  '/quotes creditCheckId': NO_NAME,
  '/record-approvals recordId': 'the title stands beside it, for whoever may see it',
  '/record-approvals requestedBy': 'a user or an API key, whose name stands beside it',
  '/record-approvals ruleId': 'the name of the rule stands beside it',
  '/reports/tax-documents documentId': 'the number stands beside it',
  '/sales-orders creditCheckId': NO_NAME,
  '/self-service-quotes registrationId': NO_NAME,
  '/tasks relatedId': ANY_OBJECT,
  '/tax/jurisdictions parentId': 'a place of the set-up, whose list is one page',
  '/tax/rates jurisdictionId': 'a place of the set-up, whose list is one page',
  '/webhooks/:id/messages eventId': NO_NAME,
  '/workflows/:id/runs eventId': NO_NAME,
  '/workflows/:id/runs recordId': ANY_OBJECT,
  '/workflows/:id/runs ruleId': 'the name of the rule stands beside it',
  '/workflows/runs eventId': NO_NAME,
  '/workflows/runs recordId': ANY_OBJECT,
  '/workflows/runs ruleId': 'the name of the rule stands beside it',
};

it('every reference in a list has a label, or a reason to have none', () => {
  const catalogue = api.app.get(ObjectCatalogue);
  const isNamed = (target: string) =>
    catalogue.find(target) !== undefined ||
    catalogue.targets().has(target) ||
    catalogue.shown().has(target);
  const bare = new Set<string>();
  for (const { path, handler } of api.app.get(RouteTable).all()) {
    for (const [name, { type, shows }] of Object.entries(listOf(handler)?.fields ?? {})) {
      const isLabelled = shows?.target !== undefined && isNamed(shows.target);
      if (type === 'id' && name !== 'id' && !isLabelled) bare.add(`${path} ${name}`);
    }
  }
  expect([...bare].toSorted()).toEqual(Object.keys(UNLABELLED).toSorted());
});
