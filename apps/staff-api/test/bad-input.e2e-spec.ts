import { CreateUser } from '@quittance/access';
import { RouteTable, type Route } from '@quittance/http';
import { newId } from '@quittance/kernel';
import { bodySchema, operationOf, type OpenApi } from '../../../test/support/open-api.js';
import { startStaffApi, type TestStaffApi } from '../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { inBatches } from './access-support.js';
import {
  filterAttacks,
  headerAttacks,
  listAttacks,
  listRoutes,
  pathAttacks,
  queryAttacks,
} from './address-attacks.js';
import { contents, sample, seeded, shoot, type Attack, type Shot } from './bad-input-support.js';
import {
  mediaTypeAttacks,
  memberAttacks,
  rowAttacks,
  syntaxAttacks,
  targetsOf,
  unknownMemberAttacks,
  type Target,
} from './body-attacks.js';
import { plantRecords, type Records } from './records-support.js';

/** Another run is another choice of hostile values; a failure is repeated by its seed. */
const SEED = Number(process.env.BAD_INPUT_SEED ?? 20_260_302);

/** What is fired a second time, of each kind of attack. */
const MOST_AGAIN = 1500;

/** Refusing a sign-in counts it and logs it: the only refusals that write. */
const SIGN_IN = /^\/auth\//;

const OWN_PASSWORD = '/auth/password';

let t: TestDatabase;
let api: TestStaffApi;
let document: OpenApi;
let records: Records;
let routes: readonly Route[];
let targets: readonly Target[];
let token: string;
const random = seeded(SEED);

beforeAll(async () => {
  t = await testDatabase();
  api = await startStaffApi(t);
  document = (await api.call('GET', '/openapi.json')).body as OpenApi;
  routes = api.app.get(RouteTable).all();
  records = await plantRecords(t, api.admin);
  targets = targetsOf(document, routes, records);
  token = api.admin.token();
});

afterAll(async () => {
  await api?.close();
  await t?.close();
});

/** Guessing at the own password locks a user out, so each guess has a user of its own. */
async function tokenFor({ url }: Attack): Promise<string> {
  if (url !== OWN_PASSWORD) return token;
  const { companyId } = api.company;
  const person = { email: `${newId()}@example.com`, name: 'Gus Guess' };
  const { id } = await new CreateUser(t.db).execute(api.company, person);
  return api.client(companyId, id).token();
}

async function fire(attacks: readonly Attack[]): Promise<Shot[]> {
  const shots: Shot[] = [];
  await inBatches(attacks, async (attack) => {
    shots.push(await shoot(api.url, await tokenFor(attack), attack));
    return [];
  });
  return shots;
}

/**
 * Fires all of it, then once more some of what was refused: nothing at all may be written by that. Accepted
 * ones may write, so they are left out of the second round.
 */
async function withstood(attacks: readonly Attack[]): Promise<void> {
  expect(attacks.length).toBeGreaterThan(30);
  const first = await fire(attacks);
  expect(first.flatMap(({ faults }) => faults).slice(0, 50)).toEqual([]);
  const refused = first
    .filter(({ status, attack }) => status >= 400 && !SIGN_IN.test(attack.url))
    .map(({ attack }) => attack);
  const before = await contents(t.ownerUrl);
  const again = sample(refused, MOST_AGAIN, random);
  const second = await fire(again.map((attack) => ({ ...attack, refused: true })));
  expect(second.flatMap(({ faults }) => faults).slice(0, 50)).toEqual([]);
  expect(await contents(t.ownerUrl)).toEqual(before);
}

/** Members of these hang on one another beyond what a schema tells; their own suites attack them. */
const OF_THEIR_OWN =
  /^\/customization\/(forms|duplicate-rules|validation-rules)|^\/workflows|\/(bulk|merge)$|^\/products\/:id\/clone$|^\/masters\/:type$/;

describe(`bad input, by the seed ${SEED}`, () => {
  test('in any member of any body is refused by its place, or harmless', async () => {
    const plain = targets.filter(({ route }) => !OF_THEIR_OWN.test(route.path));
    await withstood(memberAttacks(document, plain, 3, random));
  });

  test('as a member that is not there, or not to be set, is refused by its place', async () => {
    await withstood(unknownMemberAttacks(document, targets));
  });

  test('as a body that cannot be read is refused', async () => {
    await withstood(syntaxAttacks(targets));
  });

  test('as rows that cannot be read is refused', async () => {
    await withstood(rowAttacks(document, routes));
  });

  test('as a body of another form is refused', async () => {
    await withstood(mediaTypeAttacks(targets));
  });

  test('in a path is refused', async () => {
    await withstood(pathAttacks(document, routes, records));
  });

  test('in any part of a list request is refused', async () => {
    await withstood(listAttacks(listRoutes(document, routes, records)));
  });

  test('in a filter is refused, or harmless', async () => {
    await withstood(filterAttacks(listRoutes(document, routes, records), 40, random));
  });

  test('in another query is refused, or harmless', async () => {
    await withstood(queryAttacks(document, routes, records));
  });

  test('in a header is refused', async () => {
    await withstood(headerAttacks(document, routes, records));
  });
});

describe('the bodies that the attacks begin with', () => {
  test('are of every route with a JSON body', () => {
    const covered = new Set(targets.map(({ route }) => route));
    const left = routes.filter(
      (route) =>
        route.takesBody &&
        bodySchema(document, operationOf(document, route)) &&
        route.policy.kind !== 'public' &&
        !covered.has(route),
    );
    expect(left.map(({ path }) => path)).toEqual([]);
  });

  test('are taken themselves, or refused by a rule of business', async () => {
    const before = await contents(t.ownerUrl);
    const found: string[] = [];
    for (const { route, body } of targets) {
      // A tax connector is set up with secrets of its provider, which no schema tells.
      if (SIGN_IN.test(route.path) || route.path === '/connectors/tax') continue;
      if (OF_THEIR_OWN.test(route.path)) continue;
      const { attack } = targets.find((each) => each.route === route) as Target;
      const answer = await api.admin.call(attack.method, attack.url, { body });
      const { code, errors } = (answer.body ?? {}) as { code?: string; errors?: object[] };
      const shape = code === 'malformed_request' || code === 'validation_failed';
      if (shape) found.push(`${route.method} ${route.path} ${JSON.stringify(errors)}`);
    }
    expect(found).toEqual([]);
    // What nothing-was-written is judged by does see what is written.
    expect(await contents(t.ownerUrl)).not.toEqual(before);
  });
});
