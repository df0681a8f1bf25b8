import { RouteTable } from '@quittance/http';
import { openApiRules } from '../../../test/support/open-api-rules.js';
import type { OpenApi } from '../../../test/support/open-api.js';
import { startStaffApi, type TestStaffApi } from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';

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

  test('is read by whoever is not signed in, as a page too', async () => {
    const page = await api.call('GET', '/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/html/),
    ]);
  });
});
