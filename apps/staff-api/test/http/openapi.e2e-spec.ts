import { RouteTable } from '@quittance/http/host';
import { expectKept } from '../../../../test/contracts/kept-file.js';
import { openApiFile, openApiText } from '../../../../test/contracts/open-api-file.js';
import { openApiRules } from '../../../../test/support/watch/open-api-rules.js';
import { documentedRoutes } from '../../../../test/support/watch/answer-check.js';
import { schemaFaults } from '../../../../test/support/watch/json-schema.js';
import { nameOf, operationOf, type OpenApi } from '../../../../test/support/watch/open-api.js';
import { startStaffApi, type TestStaffApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { pathWith, plantRecords, plantedAt } from '../objects/records-support.js';
import { queryFor } from '../hostile/sample-body.js';

let t: TestDatabase;
let api: TestStaffApi;
let document: OpenApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  document = (await api.call('GET', '/openapi.json')).body as OpenApi;
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

describe('the document of the staff API', () => {
  openApiRules(() => ({ document, routes: api.app.get(RouteTable).all() }));

  test('is the one that is kept for review', () => {
    expectKept(openApiFile('staff'), openApiText(document));
  });

  test('is read by whoever is not signed in, as a page too', async () => {
    const page = await api.call('GET', '/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/html/),
    ]);
  });

  test('is what every answer of these tests is held against', () => {
    const documented = documentedRoutes(api.app, 'staff');
    const found = documented.at('GET', '/roles');
    const faultsOf = (status: number, mediaType: string, body: unknown) =>
      documented.faultsOf({ method: 'GET', status, mediaType, text: JSON.stringify(body) }, found);
    const [json, problem] = ['application/json', 'application/problem+json'];
    const page = { data: [], total: 0, page: 1, pageSize: 50 };
    expect(faultsOf(200, json, page)).toEqual([]);
    expect(faultsOf(200, json, { ...page, total: '0' })).toEqual([
      '/total is string and not integer',
    ]);
    expect(faultsOf(200, 'text/html', '')).toEqual(['is answered as text/html']);
    expect(faultsOf(418, problem, {})).toEqual(['has no such status']);
    expect(faultsOf(404, problem, { code: 'event_not_dead' })).toContain(
      'has no code event_not_dead',
    );
  });

  test('describes the very answers that reading a record or a list has', async () => {
    const planted = await plantRecords(t, api.admin);
    const records = plantedAt(planted);
    const faults: string[] = [];
    for (const route of api.app.get(RouteTable).all()) {
      if (route.method !== 'GET') continue;
      const operation = operationOf(document, route);
      const { responses } = operation;
      const content = responses['200']?.content ?? {};
      const schema = content['application/json']?.schema;
      // Electronic invoices are asked for by their format, of companies that may issue them.
      if (!schema || content['application/xml']) continue;
      // A draft has no acceptance; what shows one is held by the tests of quotes.
      if (route.path === '/quotes/:id/acceptance') continue;
      const query = queryFor(operation, planted);
      const path = `${pathWith(route.path, records)}${query}`;
      for (const each of [path, `${path}${query === '' ? '?' : '&'}cursor=`]) {
        const { status, body } = await api.admin.call('GET', each);
        // Not every route is a list that can be walked by key.
        if (each !== path && status === 400) continue;
        const found = status === 200 ? schemaFaults(document, schema, body) : [`answers ${status}`];
        faults.push(...found.map((fault) => `${nameOf(route)} ${fault}`));
      }
    }
    expect(faults).toEqual([]);
  });
});
