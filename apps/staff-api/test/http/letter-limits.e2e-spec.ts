import { addSeconds, newId } from '@quittance/kernel';
import {
  startStaffApi,
  type Answer,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';

const DAY = 86_400;

let t: TestDatabase;
let api: TestStaffApi;
let own: StaffClient;
let other: StaffClient;

beforeAll(async () => {
  t = await testDatabase();
  // Nothing is carried: what is queued here waits for a worker.
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'mail@quittance.example' };
  api = await startStaffApi(t, mail);
});
beforeEach(async () => {
  own = await api.newAdmin();
  other = await api.newAdmin();
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

const codeOf = ({ status, body }: Answer) =>
  `${status} ${(body as { code?: string } | undefined)?.code ?? ''}`.trim();
const post = (by: StaffClient, path: string, body?: object) =>
  by.call('POST', path, { ...(body && { body }) });
async function made(by: StaffClient, path: string, body?: object): Promise<string> {
  const answer = await post(by, path, body);
  if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  return (answer.body as { id: string }).id;
}

/** The same user, who signs in anew when some time has passed. */
async function later(by: StaffClient, seconds: number): Promise<StaffClient> {
  t.clock.set(addSeconds(t.clock.now(), seconds));
  const again = api.client(by.companyId, by.userId);
  await again.signedIn;
  return again;
}

async function approvedQuote(by: StaffClient): Promise<string> {
  const accountId = await made(by, '/accounts', { name: 'Acme', email: 'ap@acme.example' });
  const id = await made(by, '/quotes', {
    accountId,
    currency: 'EUR',
    validUntil: '2099-01-31',
    lines: [{ description: 'Work', quantity: '1', unitPrice: '50.00', taxRate: '19' }],
  });
  for (const step of ['submit', 'approve']) await made(by, `/quotes/${id}/${step}`);
  return id;
}

test('a quote is e-mailed once in a minute and five times in a day', async () => {
  const [id, another, theirs] = [
    await approvedQuote(own),
    await approvedQuote(own),
    await approvedQuote(other),
  ];
  const send = (by: StaffClient, quote: string) =>
    post(by, `/quotes/${quote}/send`, { email: true });
  const wait = (seconds: number) => t.clock.set(addSeconds(t.clock.now(), seconds));
  const began = t.clock.now();
  expect((await send(own, id)).status).toBe(200);
  wait(59);
  const soon = await send(own, id);
  expect(codeOf(soon)).toBe('429 quote_sent_lately');
  expect(soon.headers.get('retry-after')).toBe('1');
  wait(1);
  for (let n = 2; n <= 5; n += 1) {
    expect((await send(own, id)).status).toBe(200);
    wait(60);
  }
  const sixth = await send(own, id);
  expect(codeOf(sixth)).toBe('429 quote_sent_lately');
  expect(sixth.headers.get('retry-after')).toBe(String(DAY - 300));
  expect((await send(own, another)).status).toBe(200);
  expect((await send(other, theirs)).status).toBe(200);
  t.clock.set(addSeconds(began, DAY - 1));
  expect(codeOf(await send(await later(own, 0), id))).toBe('429 quote_sent_lately');
  expect((await send(await later(own, 1), id)).status).toBe(200);
});

test('one of the staff is invited five times in a day, in each company for itself', async () => {
  const email = `${newId()}@example.com`;
  const [id, theirs] = [
    await made(own, '/users', { email, name: 'Una' }),
    await made(other, '/users', { email, name: 'Una' }),
  ];
  const invite = (by: StaffClient, user: string) => post(by, `/users/${user}/invite`);
  for (let n = 1; n <= 5; n += 1) expect((await invite(own, id)).status).toBe(200);
  const sixth = await invite(own, id);
  expect(codeOf(sixth)).toBe('429 invitation_sent_lately');
  expect(sixth.headers.get('retry-after')).toBe(String(DAY));
  expect((await invite(other, theirs)).status).toBe(200);
  expect(codeOf(await invite(await later(own, DAY - 1), id))).toBe('429 invitation_sent_lately');
  expect((await invite(await later(own, 1), id)).status).toBe(200);
});

test('an address is invited to portals twenty times in a day, as whomever', async () => {
  const email = `${newId()}@example.com`;
  const invite = async (by: StaffClient) => {
    const partyId = await made(by, '/accounts', { name: `Acme ${newId()}` });
    const of = { directory: 'customer', partyId, email, name: 'Ada', role: 'Buyer' };
    return post(by, '/portal-users', of);
  };
  for (let n = 1; n <= 20; n += 1) expect((await invite(own)).status).toBe(201);
  const next = await invite(own);
  expect(codeOf(next)).toBe('429 invitation_sent_lately');
  expect(next.headers.get('retry-after')).toBe(String(DAY));
  expect((await invite(other)).status).toBe(201);
  expect(codeOf(await invite(await later(own, DAY - 1)))).toBe('429 invitation_sent_lately');
  expect((await invite(await later(own, 1))).status).toBe(201);
});

test('a portal user is invited five times in a day, and again when it is over', async () => {
  const partyId = await made(own, '/accounts', { name: 'Acme' });
  const of = { directory: 'customer', partyId, name: 'Ada', role: 'Buyer' };
  const id = await made(own, '/portal-users', { ...of, email: `${newId()}@example.com` });
  const invite = (by: StaffClient) => post(by, `/portal-users/${id}/invite`);
  for (let n = 2; n <= 5; n += 1) expect((await invite(own)).status).toBe(200);
  expect(codeOf(await invite(own))).toBe('429 invitation_sent_lately');
  expect(codeOf(await invite(await later(own, DAY - 1)))).toBe('429 invitation_sent_lately');
  expect((await invite(await later(own, 1))).status).toBe(200);
});
