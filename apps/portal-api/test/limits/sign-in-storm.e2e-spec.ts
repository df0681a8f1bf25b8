import { PasswordHasher } from '@quittance/identity';
import { startPortalApi, type Answer, type TestApi } from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { PREFIX, PortalPeople, codeOf, type Signed } from '../portal-people.js';

const GUESSES = 60;
const WRONG = 'not the right password';

let t: TestDatabase;
let api: TestApi;
let people: PortalPeople;
beforeAll(async () => {
  t = await testDatabase();
  api = await startPortalApi(t);
  people = await PortalPeople.of(t, api);
});
afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** While it works strangers guess so many passwords that no place is free. */
async function inStorm<T>(work: () => Promise<T>): Promise<T> {
  const hasher = api.app.get(PasswordHasher, { strict: false });
  let isOver = false;
  const guess = async () => {
    while (!isOver) {
      try {
        await hasher.matches(null, WRONG, null);
      } catch {
        await new Promise((next) => setImmediate(next));
      }
    }
  };
  const guesses = Array.from({ length: GUESSES }, guess);
  await new Promise((next) => setImmediate(next));
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(guesses);
  }
}

function deviceCookieOf({ headers }: Answer): string {
  const kept = headers.getSetCookie().map((each) => each.split(';', 1)[0] ?? '');
  return kept.find((each) => each.startsWith('__Host-q-c-d-')) ?? '';
}

test('while no place is free strangers are turned away alike, whatever they send', async () => {
  const { email, password } = await people.user({ partyId: await people.account('Storm') });
  const answers = await inStorm(() =>
    Promise.all([
      people.login({ email, password }),
      people.login({ email: 'nobody@example.com', password: WRONG }),
      people.login({ email: 17 }),
    ]),
  );
  const bodies = answers.map(({ body }) => {
    const { requestId: _own, ...all } = body as { requestId: string };
    return all;
  });
  for (const answer of answers) {
    expect(codeOf(answer)).toBe('503 sign_in_busy');
    expect(answer.headers.get('retry-after')).toBe('2');
  }
  expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
});

test('who signs in on a known device is let in meanwhile, program or browser', async () => {
  const { email, password } = await people.user({ partyId: await people.account('Known') });
  const program = (await people.login({ email, password })).body as Signed;
  const browser = await people.login({ email, password, session: 'cookie' });
  const cookie = deviceCookieOf(browser);
  const { deviceToken } = program;
  const back = await inStorm(() =>
    Promise.all([
      people.login({ email, password, deviceToken }),
      people.login({ email, password, session: 'cookie' }, 'customer', { cookie }),
    ]),
  );
  expect(back.map(({ status }) => status)).toEqual([200, 200]);
});

test('a known device is let in meanwhile without saying its company', async () => {
  await t.newCompany();
  const { email, password } = await people.user({ partyId: await people.account('Unsaid') });
  const unsaid = { email, password, company: undefined };
  const { deviceToken } = (await people.login(unsaid)).body as Signed;
  const browser = await people.login({ ...unsaid, session: 'cookie' });
  const cookie = deviceCookieOf(browser);
  const madeUp = `${deviceToken.slice(0, -4)}AAAA`;
  const answers = await inStorm(() =>
    Promise.all([
      people.login({ ...unsaid, deviceToken }),
      people.login({ ...unsaid, session: 'cookie' }, 'customer', { cookie }),
    ]),
  );
  expect(answers.map(codeOf)).toEqual(['200', '200']);
  const stranger = await inStorm(() => people.login({ ...unsaid, deviceToken: madeUp }));
  expect(codeOf(stranger)).toBe('503 sign_in_busy');
});

test('who is signed in is served meanwhile', async () => {
  const client = await people.enter(await people.user({ partyId: await people.account('In') }));
  expect((await inStorm(() => client.call('GET', '/me'))).status).toBe(200);
  expect((await client.callAt('GET', `${PREFIX.customer}/me`)).status).toBe(200);
});
