import { startPortalApi, type TestApi } from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { PREFIX, PortalPeople, codeOf } from './portal-people.js';

const AUTH = `${PREFIX.customer}/auth`;

let t: TestDatabase;
let api: TestApi;
let people: PortalPeople;
beforeEach(async () => {
  t = await testDatabase();
  api = await startPortalApi(t, {
    RATE_LIMIT_PORTAL_NAME_PER_MINUTE: '4',
    RATE_LIMIT_PORTAL_FORGOT_PER_HOUR: '2',
    RATE_LIMIT_PORTAL_FORGOT_ADDRESS_PER_HOUR: '5',
    RATE_LIMIT_PORTAL_REFRESH_PER_MINUTE: '3',
    RATE_LIMIT_PORTAL_SESSION_PER_MINUTE: '6',
    RATE_LIMIT_PORTAL_INVITATIONS_PER_DAY: '2',
    RATE_LIMIT_PORTAL_LINKS_PER_MINUTE: '5',
  });
  people = await PortalPeople.of(t, api);
});
afterEach(async () => {
  await api?.close();
  await t?.close();
});

/** How many are taken before the first is turned away. */
async function taken(ask: (n: number) => Promise<Parameters<typeof codeOf>[0]>): Promise<number> {
  for (let n = 0; n < 20; n += 1) {
    const answer = await ask(n);
    if (answer.status !== 429) continue;
    expect(codeOf(answer)).toBe('429 rate_limited');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    return n;
  }
  return 20;
}

const someone = async (role = 'Admin' as const) =>
  people.user({ partyId: await people.account('Acme'), role });

test('a name is tried so often, whether anybody has it or not', async () => {
  const { email } = await someone();
  const guess = (name: string) => () => people.login({ email: name, password: 'a wrong password' });
  expect(await taken(guess(email))).toBe(4);
  expect(await taken(guess('nobody@example.com'))).toBe(4);
  expect(await taken(guess('NOBODY@example.com'))).toBe(0);
});

test('a known device is not kept out by strangers who try its name', async () => {
  const user = await someone();
  const { email, password } = user;
  const { deviceToken } = (await people.enter(user)).signed;
  const guess = (more: object) => () =>
    people.login({ email, password: 'a wrong password', ...more });
  expect(await taken(guess({}))).toBe(3);
  expect(codeOf(await people.login({ email, password }))).toBe('429 rate_limited');
  expect((await people.login({ email, password, deviceToken })).status).toBe(200);
  const stranger = await someone();
  const { deviceToken: another } = (await people.enter(stranger)).signed;
  const foreign = await people.login({ email, password, deviceToken: another });
  expect(codeOf(foreign)).toBe('429 rate_limited');
  // Its own count is full at five, and then it is a stranger as well.
  expect(await taken(guess({ deviceToken }))).toBe(5);
});

test('an address signs in so often, in all directories together', async () => {
  const other = await startPortalApi(t, { RATE_LIMIT_SIGN_IN_PER_MINUTE: '3' });
  try {
    const paths = [PREFIX.customer, PREFIX.partner, PREFIX.vendor];
    const ask = (n: number) =>
      other.call('POST', `${paths[n % 3]}/auth/login`, {
        body: { email: `n${n}@example.com`, password: 'a wrong password', company: people.slug },
      });
    expect(await taken(ask)).toBe(3);
  } finally {
    await other.close();
  }
});

test('a password is forgotten so often, of a name and from an address', async () => {
  const { email } = await someone();
  const forget = (name: string) =>
    api.call('POST', `${AUTH}/password/forgot`, {
      body: { email: name, company: people.slug },
    });
  expect(await taken(() => forget(email))).toBe(2);
  expect(await taken((n) => forget(`n${n}@example.com`))).toBe(2);
});

test('sessions are refreshed so often from an address', async () => {
  const body = { refreshToken: 'qr_nonsense' };
  expect(await taken(() => api.call('POST', `${AUTH}/refresh`, { body }))).toBe(3);
});

test('a session asks so often, and another goes on', async () => {
  const user = await someone();
  const [one, two] = [await people.enter(user), await people.enter(user)];
  // The first request shows that the token is good.
  expect(await taken(() => one.call('GET', '/me'))).toBe(7);
  expect((await two.call('GET', '/me')).status).toBe(200);
});

test('links are opened so often from an address, of all kinds together', async () => {
  const files = Object.values(PREFIX).map((prefix) => `${prefix}/downloads`);
  const kinds = ['/public/quotes', '/q', '/pay', ...files];
  const headers = { accept: 'application/json' };
  const open = (path: string) => api.call('GET', `${path}/nonsense`, { headers });
  const ask = (n: number) => open(kinds[n % kinds.length] ?? '');
  expect(await taken(ask)).toBe(5);
  for (const kind of kinds) expect(codeOf(await open(kind))).toBe('429 rate_limited');
  // A person is told on a page, in their language.
  const page = await fetch(`${api.url}/pay/nonsense?language=de`);
  expect([page.status, page.headers.get('content-language')]).toEqual([429, 'de']);
  expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await page.text()).toContain('<h1>Zahlen ist im Moment nicht möglich</h1>');
  // What is asked with a token counts by itself.
  expect((await (await people.enter(await someone())).call('GET', '/me')).status).toBe(200);
});

test('an Admin invites so many in a day', async () => {
  const client = await people.enter(await someone());
  const invite = (n: number) =>
    client.call('POST', '/colleagues', {
      body: { email: `c${n}@example.com`, name: 'C', role: 'Viewer' },
    });
  expect(await taken(invite)).toBe(2);
});

test('a language and a time zone that nobody knows are refused', async () => {
  const client = await people.enter(await someone());
  const say = async (body: object) => {
    const answer = await client.call('PATCH', '/me', { body });
    const { errors = [] } = answer.body as { errors?: { pointer: string }[] };
    return [codeOf(answer), ...errors.map(({ pointer }) => pointer)];
  };
  const bogus = { locale: 'xx-bogus', timeZone: 'Mars/X' };
  expect(await say(bogus)).toEqual(['422 validation_failed', '/locale', '/timeZone']);
  expect(await say({ locale: 'de-DE', timeZone: 'Europe/Berlin' })).toEqual(['200']);
  expect(await say({ locale: null, timeZone: null })).toEqual(['200']);
});
