import { bodySchema, operationOf } from '../../../../test/support/watch/open-api.js';
import { sampled } from '../../../../test/support/tier.js';
import { BadInputStage, SEED, SIGN_IN, withstood } from './bad-input-stage.js';
import { contents } from './bad-input-support.js';
import {
  mediaTypeAttacks,
  memberAttacks,
  rowAttacks,
  syntaxAttacks,
  targetsOf,
  unknownMemberAttacks,
  type Target,
} from './body-attacks.js';

/** Thousands of requests, beside whatever else the machine does. */
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 });

let stage: BadInputStage;
let targets: readonly Target[];

beforeAll(async () => {
  stage = await BadInputStage.open();
  targets = targetsOf(stage.document, stage.routes, stage.records);
});

afterAll(() => stage?.close());

/**
 * Members of these hang on one another beyond what a schema tells; their own suites attack them.
 */
const OF_THEIR_OWN = new RegExp(
  [
    '^/customization/(forms|duplicate-rules|validation-rules)',
    '^/workflows|/(bulk|merge)$|^/products/:id/clone$|^/masters/:type$',
    '^/quotes$|^/quote-templates(/:id)?$|^/plans/:planId/versions$',
    '^/sales-orders(/:id/lines)?$|^/commission-plans$',
  ].join('|'),
);

/** What is agreed of usage hangs on the charges of the plan; item-overrides attacks it. */
const OF_THE_PLAN = /\/overrides(\/|$)/;

/**
 * The least that a schema tells is not enough here: an asset needs a name or a serial number, and
 * of a pair, day and source there is one rate; a copy of a price book needs another name and one of
 * a meter another code; a plan is of a product that recurs, and rows of usage are judged singly. A
 * schedule is given up within the days that are billed, and not on any day. A credit check is of a
 * document or of an amount.
 */
const TOO_LITTLE = new RegExp(
  [
    '^/assets$|^/exchange-rates(/:id/clone)?$|^/pricebooks/:id/clone$',
    '^/meters/:id/clone$|^/plans$|^/usage-events$|^/subscriptions/:id/usage$',
    '^/credit-checks$',
    '^/billing-schedules/:id/cancel-within-period(/preview)?$',
  ].join('|'),
);

describe(`bad input, by the seed ${SEED}`, () => {
  test('in any member of any body is refused by its place, or harmless', async () => {
    const plain = targets.filter(({ route }) => !OF_THEIR_OWN.test(route.path));
    const attacks = memberAttacks(stage.document, plain, 3, stage.random);
    const ofMembers = attacks.filter(({ pointer = '' }) => !OF_THE_PLAN.test(pointer));
    await withstood(stage, ofMembers);
  });

  test('as a member that is not there, or not to be set, is refused by its place', async () => {
    await withstood(stage, unknownMemberAttacks(stage.document, targets));
  });

  test('as a body that cannot be read is refused', async () => {
    await withstood(stage, syntaxAttacks(targets));
  });

  test('as rows that cannot be read is refused', async () => {
    await withstood(stage, rowAttacks(stage.document, stage.routes));
  });

  test('as a body of another form is refused', async () => {
    await withstood(stage, mediaTypeAttacks(targets));
  });
});

describe('the bodies that the attacks begin with', () => {
  test('are of every route with a JSON body', () => {
    const covered = new Set(targets.map(({ route }) => route));
    const left = stage.routes.filter(
      (route) =>
        route.takesBody &&
        bodySchema(stage.document, operationOf(stage.document, route)) &&
        route.policy.kind !== 'public' &&
        !covered.has(route),
    );
    expect(left.map(({ path }) => path)).toEqual([]);
  });

  test('are taken themselves, or refused by a rule of business', async () => {
    const before = await contents(stage.t.ownerUrl);
    const found: string[] = [];
    for (const { route, body } of sampled(targets)) {
      // A tax connector is set up with secrets of its provider, which no schema tells.
      if (SIGN_IN.test(route.path) || route.path === '/connectors/tax') continue;
      if (OF_THEIR_OWN.test(route.path) || TOO_LITTLE.test(route.path)) continue;
      const { attack } = targets.find((each) => each.route === route) as Target;
      const answer = await stage.api.admin.call(attack.method, attack.url, { body });
      const { code, errors = [] } = (answer.body ?? {}) as {
        code?: string;
        errors?: { code: string }[];
      };
      const shape = code === 'malformed_request' || code === 'validation_failed';
      // A sampled id may be of nobody, which the form of a body cannot tell.
      const unknown =
        errors.length > 0 && errors.every((each) => each.code === 'reference_not_found');
      if (shape && !unknown) found.push(`${route.method} ${route.path} ${JSON.stringify(errors)}`);
    }
    expect(found).toEqual([]);
    // What nothing-was-written is judged by does see what is written.
    expect(await contents(stage.t.ownerUrl)).not.toEqual(before);
  });
});
