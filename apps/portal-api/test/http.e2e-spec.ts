import {
  startPortalApi,
  startStaffApi,
  type Answer,
  type TestApi,
} from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';

let t: TestDatabase;
let portal: TestApi;

beforeAll(async () => {
  t = await testDatabase();
  portal = await startPortalApi(t);
});

afterAll(async () => {
  await portal?.close();
  await t?.close();
});

function expectProblem({ status, headers, body }: Answer, expected: number, code: string): void {
  expect([status, (body as { code: string }).code]).toEqual([expected, code]);
  expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect((body as { requestId: string }).requestId).toBe(headers.get('x-request-id'));
}

test('refusals of the framework are problem documents on this host too', async () => {
  expectProblem(await portal.call('GET', '/nowhere'), 404, 'route_not_found');
  expectProblem(await portal.call('PUT', '/health/live'), 405, 'method_not_allowed');
  expectProblem(await portal.call('GET', '/%E0%A4%A'), 400, 'malformed_request');
});

test('the host is alive, ready and described', async () => {
  expect((await portal.call('GET', '/health/live')).body).toEqual({ status: 'live' });
  expect((await portal.call('GET', '/health/ready')).body).toMatchObject({ status: 'ready' });
  const { body } = await portal.call('GET', '/openapi.json');
  expect(body).toMatchObject({ openapi: '3.1.0', info: { title: 'Quittance portal API' } });
  expect((await portal.call('GET', '/docs')).status).toBe(200);
});

test('nothing of the staff host is served here, whatever token comes along', async () => {
  const staff = await startStaffApi(t);
  const headers = { authorization: `Bearer ${staff.admin.token()}` };
  for (const path of ['/invoices', '/users', '/auth/me', '/company']) {
    expectProblem(await portal.call('GET', path, { headers }), 404, 'route_not_found');
  }
  await staff.close();
});

test('no cache keeps what this host answers, its documents and refusals included', async () => {
  for (const path of [
    '/health/live',
    '/health/ready',
    '/openapi.json',
    '/docs',
    '/nowhere',
    '/%ff',
  ]) {
    const { headers } = await portal.call('GET', path);
    expect([path, headers.get('cache-control')]).toEqual([path, 'no-store']);
  }
  const styles = await portal.call('GET', '/docs/swagger-ui.css');
  expect([styles.status, styles.headers.get('cache-control')]).toEqual([200, 'public, max-age=0']);
});

test('the manifest and the icon are in the dress of the company, and are kept', async () => {
  const ctx = await t.newCompany({ slug: 'nuts' });
  const logo = 'data:image/png;base64,AAAA';
  await t.db.write(ctx, async (tx) => {
    await tx.run('update company.company set logo = $2 where id = $1', [ctx.companyId, logo]);
    await tx.run(
      `insert into portal.settings (company_id, admins_manage_users, brand_colour, updated_at)
       values ($1, true, '#123456', now())`,
      [ctx.companyId],
    );
  });
  const asked = '/portal/manifest.webmanifest?company=nuts&directory=partner';
  const manifest = await portal.call('GET', asked);
  const { theme_color, start_url, icons } = manifest.body as {
    theme_color: string;
    start_url: string;
    icons: { src: string; sizes: string; purpose: string }[];
  };
  expect([theme_color, start_url]).toEqual(['#123456', '/partner/']);
  const sourceOf = (sizes: string) =>
    icons.find((each) => each.sizes === sizes && each.purpose === 'maskable')?.src ?? '';
  const icon = await portal.call('GET', sourceOf('any'));
  expect(icon.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(String(icon.body)).toContain(logo);
  const headers = { 'if-none-match': icon.headers.get('etag') ?? '' };
  expect((await portal.call('GET', sourceOf('any'), { headers })).status).toBe(304);
  for (const [source, side] of [
    [sourceOf('512x512'), 512],
    ['/portal/icon.png?company=nuts', 180],
  ] as const) {
    const picture = await fetch(`${portal.url}${source}`);
    expect(picture.headers.get('content-type')).toBe('image/png');
    const bytes = Buffer.from(await picture.arrayBuffer());
    expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16)]).toEqual(['PNG', side]);
  }
  const huge = await portal.call('GET', '/portal/icon.png?size=100000');
  expect(huge.status).toBe(422);
  const nobody = await portal.call('GET', '/portal/icon.svg?company=nobody');
  expect([nobody.status, String(nobody.body).includes(logo)]).toEqual([200, false]);
  const wrong = await portal.call('GET', '/portal/icon.svg?company=%22%3E%3Cscript');
  expect(wrong.status).toBe(422);
});
