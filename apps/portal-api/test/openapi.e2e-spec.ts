import { RouteTable } from '@quittance/http/host';
import { expectKept } from '../../../test/contracts/kept-file.js';
import { openApiFile, openApiText } from '../../../test/contracts/open-api-file.js';
import { openApiRules } from '../../../test/support/watch/open-api-rules.js';
import type { OpenApi } from '../../../test/support/watch/open-api.js';
import { startPortalApi, type TestApi } from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';

let t: TestDatabase;
let api: TestApi;
let document: OpenApi;

beforeAll(async () => {
  t = await testDatabase();
  api = await startPortalApi(t);
  document = (await api.call('GET', '/openapi.json')).body as OpenApi;
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

describe('the document of the portal API', () => {
  openApiRules(() => ({ document, routes: api.app.get(RouteTable).all() }));

  test('is the one that is kept for review', () => {
    expectKept(openApiFile('portal'), openApiText(document));
  });

  test('is read by whoever is not signed in, as a page too', async () => {
    const page = await api.call('GET', '/docs');
    expect([page.status, page.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^text\/html/),
    ]);
  });
});
