import { newId } from '@quittance/kernel';
import { startPortalApi } from '../../../../test/support/test-api.js';
import { PortalStage } from '../portal-stage.js';

/** What is not shown at the address of a quote: a page to people, a problem to programs. */

let stage: PortalStage;
let token: string;
let id: string;

beforeAll(async () => {
  stage = await PortalStage.open();
  const account = await staff('POST', '/accounts', { name: `Acme ${newId()}` });
  const lines = [{ description: 'Install', quantity: '2', unitPrice: '50.00', taxRate: '19' }];
  const quote = await staff('POST', '/quotes', { accountId: account.id, currency: 'EUR', lines });
  id = String(quote.id);
  for (const step of ['submit', 'approve']) await staff('POST', `/quotes/${id}/${step}`);
  token = (await staff<{ link: { token: string } }>('POST', `/quotes/${id}/send`)).link.token;
});
afterAll(() => stage.close());

const staff = async <T = Record<string, string>>(method: string, path: string, body?: object) =>
  (await stage.staff.admin.call(method, path, { ...(body && { body }) })).body as T;

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** What a page says, or a problem. */
async function shown(url: string, accept: string, init: RequestInit = {}) {
  const headers = { accept, 'accept-language': 'de-AT,de;q=0.9' };
  const answer = await fetch(url, { ...init, headers: { ...headers, ...init.headers } });
  const type = answer.headers.get('content-type')?.split(';')[0];
  const text = await answer.text();
  const said = type === 'text/html' ? /<h1>(.*)<\/h1>/.exec(text)?.[1] : JSON.parse(text).code;
  return { answer, text, said: [answer.status, type, said] };
}

const PROBLEM = 'application/problem+json';

async function expectBoth(
  url: string,
  [status, title, code]: readonly [number, string, string],
  init: RequestInit = {},
) {
  const page = await shown(url, BROWSER, init);
  expect(page.said).toEqual([status, 'text/html', title]);
  expect(page.text).toContain('<html lang="de" dir="ltr">');
  expect(page.answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(page.answer.headers.get('x-robots-tag')).toBe('noindex');
  expect((await shown(url, '*/*', init)).said).toEqual([status, 'text/html', title]);
  const program = await shown(url, 'application/json', init);
  expect(program.said).toEqual([status, PROBLEM, code]);
  return { page, program };
}

test('of a word that is none, and of a link that is over', async () => {
  const unknown = [404, 'Dieses Angebot gibt es nicht', 'not_found'] as const;
  await expectBoth(`${stage.portal.url}/q/nothing`, unknown);
  const form = {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'action=reject&nonce=x&reason=No',
  };
  await expectBoth(`${stage.portal.url}/q/nothing`, unknown, form);
  await staff('DELETE', `/quotes/${id}/share`);
  const over = [410, 'Dieser Link gilt nicht mehr', 'link_revoked'] as const;
  await expectBoth(`${stage.portal.url}/q/${token}`, over);
  await expectBoth(`${stage.portal.url}/q/${token}`, over, form);
});

/** Last, as whatever else is served by this database ends with it. */
test('of what is asked for too often, with the time to wait', async () => {
  const strict = await startPortalApi(stage.t, { RATE_LIMIT_PORTAL_LINKS_PER_MINUTE: '1' });
  await fetch(`${strict.url}/q/nothing`);
  const title = 'Diese Seite kann gerade nicht gezeigt werden';
  const both = await expectBoth(`${strict.url}/q/nothing`, [429, title, 'rate_limited']);
  for (const { answer } of Object.values(both)) {
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const program = await shown(`${strict.url}/public/quotes/nothing`, BROWSER);
  await strict.close();
  expect(program.said).toEqual([429, PROBLEM, 'rate_limited']);
});
