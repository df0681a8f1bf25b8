import { addAccount } from '@quittance/crm/host';
import fc from 'fast-check';
import { dateAt, parseLocalDate, startOfDay, type LocalDate } from '@quittance/calendar';
import { addSeconds, epochMs, newId, type AccountId, type Ctx } from '@quittance/kernel';
import type { PortalUserId } from '@quittance/portal';
import { aPortalUser } from '@quittance/portal/testing';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { storeUsage, type NewUsage } from '../events/store-usage.js';
import { USAGE_CHANNELS, type UsageName } from '../events/usage-event.js';
import { FUNNEL_STEPS } from './funnel.js';
import { ReadPortalUsage } from './read-portal-usage.js';
import type { PortalUsageAsk } from './usage-period.js';

const ZONE = 'America/St_Johns';
const FROM = parseLocalDate('2026-03-05');
const TO = parseLocalDate('2026-03-20');
/** Some days ahead of the period and behind it. */
const BEGIN = startOfDay(parseLocalDate('2026-02-25'), ZONE);
const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

const NAMES: readonly UsageName[] = [
  ...FUNNEL_STEPS,
  'invited',
  'activated',
  'signed_in',
  'article_suggested',
  'article_opened',
  'case_opened',
];

let t: TestDatabase;
let ctx: Ctx;
let usage: ReadPortalUsage;
const users: PortalUserId[] = [];
const accounts: AccountId[] = [];

beforeAll(async () => {
  t = await testDatabase();
  usage = new ReadPortalUsage(t.db);
});
afterAll(() => t?.close());

/** Another company with four users of two accounts. */
async function freshCompany(): Promise<void> {
  ctx = await t.newCompany({ timeZone: ZONE });
  users.length = 0;
  accounts.length = 0;
  for (const name of ['Acme', 'Rival']) {
    const account = await t.db.write(ctx, (tx) => addAccount(tx, { name, parentId: null }));
    accounts.push(account.id);
    for (const _ of [1, 2]) {
      users.push((await aPortalUser(t.db, ctx, { partyId: account.id })).id);
    }
  }
}

/** Some minutes apart, close together and far, some at one moment. */
const someEvents = fc.array(
  fc.record({
    minutes: fc.oneof(
      fc.nat(25 * 24 * 60),
      fc.nat(24).map((hours) => 14_400 + hours * 10),
    ),
    user: fc.integer({ min: -1, max: 3 }),
    name: fc.constantFrom(...NAMES),
    channel: fc.constantFrom(...USAGE_CHANNELS),
  }),
  { minLength: 60, maxLength: 200 },
);
type Drawn = typeof someEvents extends fc.Arbitrary<infer T> ? T : never;

/** Whatever chance draws beside it, in these somebody does each thing that is counted. */
const THE_COUNTED: Drawn = (
  ['invited', 'activated', ...FUNNEL_STEPS, 'article_suggested', 'article_opened'] as const
).map((name, i) => ({ minutes: 14_400 + i, user: 1, name, channel: 'web' }));

function eventsOf(drawn: Drawn): NewUsage[] {
  return drawn.map(({ minutes, user, name, channel }) => ({
    id: newId<'usage-event'>(),
    at: addSeconds(BEGIN, minutes * MINUTE),
    directory: 'customer',
    portalUserId: users[user] ?? null,
    accountId: accounts[user < 2 ? 0 : 1] ?? null,
    channel,
    name,
    object: null,
    props: {},
  }));
}

type Asked = PortalUsageAsk & { readonly from: LocalDate; readonly to: LocalDate };

/** The figures by their definitions, without a thought of how long that takes. */
function byHand(all: readonly NewUsage[], ask: Asked) {
  const of = all.filter(
    (each) =>
      (ask.accountId === undefined || each.accountId === ask.accountId) &&
      (ask.channel === undefined || each.channel === ask.channel),
  );
  const isIn = ({ at }: NewUsage) => dateAt(at, ZONE) >= ask.from && dateAt(at, ZONE) <= ask.to;
  const within = of.filter(isIn);
  const ms = ({ at }: NewUsage) => epochMs(at);
  const named = (some: readonly NewUsage[], name: UsageName) =>
    some.filter((each) => each.name === name && each.portalUserId !== null);
  const idle = ['invited', 'activated', 'sign_in_failed'];
  const active = new Set(
    within.flatMap((each) => (idle.includes(each.name) ? [] : (each.portalUserId ?? []))),
  );

  const cohort = users.flatMap((user) => {
    const ofAccount = all.filter((e) => !ask.accountId || e.accountId === ask.accountId);
    const sent = named(ofAccount, 'invited').filter((e) => e.portalUserId === user);
    const first = sent.sort((a, b) => ms(a) - ms(b))[0];
    if (!first || !isIn(first)) return [];
    const accepted = named(all, 'activated').some(
      (e) => e.portalUserId === user && ms(e) >= ms(first) && ms(e) <= ms(first) + 14 * DAY * 1000,
    );
    return [accepted];
  });

  const chain = (rest: readonly UsageName[], begun: number | null, from: number, user: string) => {
    const [name, ...others] = rest;
    let far = 0;
    for (const each of name ? named(within, name) : []) {
      const start = begun ?? ms(each);
      const fits = ms(each) >= from && ms(each) <= start + 7 * DAY * 1000;
      if (each.portalUserId !== user || !fits) continue;
      far = Math.max(far, 1 + chain(others, start, ms(each), user));
    }
    return far;
  };
  const far = users.map((user) => chain(FUNNEL_STEPS, null, 0, user));

  const suggested = within.filter(({ name }) => name === 'article_suggested');
  const soon = 30 * MINUTE * 1000;
  const deflected = suggested.filter((each) => {
    const mine = (name: UsageName) =>
      named(all, name).filter((e) => e.portalUserId === each.portalUserId);
    const opened = mine('article_opened')
      .map(ms)
      .filter((at) => at >= ms(each) && at <= ms(each) + soon);
    const first = Math.min(...opened);
    const asked = mine('case_opened').map(ms);
    return opened.length > 0 && !asked.some((at) => at >= first && at <= first + soon);
  });

  const days = new Map<string, number>();
  for (const { at } of within) days.set(dateAt(at, ZONE), (days.get(dateAt(at, ZONE)) ?? 0) + 1);
  return {
    activeUsers: active.size,
    activation: { invited: cohort.length, activated: cohort.filter(Boolean).length },
    deflection: { suggested: suggested.length, deflected: deflected.length },
    funnel: FUNNEL_STEPS.map((_, i) => far.filter((steps) => steps > i).length),
    days: [...days].sort(),
  };
}

async function bySystem(ask: PortalUsageAsk) {
  const { activeUsers, activation, deflection, groups } = await usage.figures(ctx, ask, 'day');
  const steps = await usage.funnel(ctx, ask);
  const { share: _, ...cohort } = activation;
  const { share: __, ...spared } = deflection;
  const days = (groups ?? []).map(({ key, events }) => [
    key,
    events.reduce((sum, { count }) => sum + count, 0),
  ]);
  return {
    activeUsers,
    activation: cohort,
    deflection: spared,
    funnel: steps.map((each) => each.users),
    days,
  };
}

it('are what their definitions say, over any events', async () => {
  const seen = { funnel: 0, deflected: 0, activated: 0 };
  await fc.assert(
    fc.asyncProperty(someEvents, async (drawn) => {
      await freshCompany();
      const events = eventsOf(drawn);
      await t.db.write(ctx, (tx) => storeUsage(tx, events));
      const asks: Asked[] = [
        { from: FROM, to: TO },
        { from: FROM, to: TO, accountId: accounts[0] as AccountId },
        { from: FROM, to: TO, channel: 'web' },
      ];
      for (const ask of asks) {
        const expected = byHand(events, ask);
        expect(await bySystem(ask)).toEqual(expected);
        seen.funnel = Math.max(seen.funnel, expected.funnel.filter((n) => n > 0).length);
        seen.deflected += expected.deflection.deflected;
        seen.activated += expected.activation.activated;
      }
    }),
    { numRuns: 15, endOnFailure: true, examples: [[THE_COUNTED]] },
  );
  // What never happens shows nothing.
  expect(seen.funnel).toBeGreaterThan(2);
  expect(seen.deflected).toBeGreaterThan(0);
  expect(seen.activated).toBeGreaterThan(0);
});

const HOUR = 60 * MINUTE;
const at = (seconds: number) => addSeconds(startOfDay(FROM, ZONE), seconds);

/** One user does these, so many seconds after the period has begun. */
async function done(...steps: readonly (readonly [UsageName, number])[]): Promise<void> {
  await freshCompany();
  const events = steps.map(([name, seconds]): NewUsage => ({
    id: newId<'usage-event'>(),
    at: at(seconds),
    directory: 'customer',
    portalUserId: users[0] ?? null,
    accountId: accounts[0] ?? null,
    channel: 'web',
    name,
    object: null,
    props: {},
  }));
  await t.db.write(ctx, (tx) => storeUsage(tx, events));
}

const figures = () => usage.figures(ctx, { from: FROM, to: TO }, null);

it.each([
  [7 * DAY, 5],
  [7 * DAY + 1, 4],
])('a funnel whose last step is after %i seconds has %i', async (last, steps) => {
  const [first, ...others] = FUNNEL_STEPS;
  const between = others.slice(0, -1).map((name, i) => [name, (i + 1) * HOUR] as const);
  await done([first, 0], ...between, ['order_placed', last]);
  const found = await usage.funnel(ctx, { from: FROM, to: TO });
  expect(found.filter((each) => each.users === 1)).toHaveLength(steps);
});

it('a funnel counts the steps of one moment in their order, and no other', async () => {
  await done(...[...FUNNEL_STEPS].reverse().map((name) => [name, HOUR] as const));
  const all = await usage.funnel(ctx, { from: FROM, to: TO });
  expect(all.map((each) => each.users)).toEqual([1, 1, 1, 1, 1]);
  await done(...FUNNEL_STEPS.map((name, i) => [name, -i + HOUR] as const));
  const none = await usage.funnel(ctx, { from: FROM, to: TO });
  expect(none.map((each) => each.users)).toEqual([1, 0, 0, 0, 0]);
});

it.each([
  [14 * DAY, 1, '1.0000'],
  [14 * DAY + 1, 0, '0.0000'],
])(
  'an invitation that is accepted after %i seconds counts %i',
  async (seconds, activated, share) => {
    await done(['invited', 0], ['invited', DAY], ['activated', seconds]);
    expect((await figures()).activation).toEqual({ invited: 1, activated, share });
  },
);

it.each([
  ['opened in time', 1, 1800, null],
  ['opened too late', 0, 1801, null],
  ['opened with a case at once', 0, 60, 60],
  ['opened with a case in time', 0, 60, 60 + 1800],
  ['opened with a case long after', 1, 60, 60 + 1801],
  ['opened after the case', 1, 60, 59],
])('a suggestion that was %s spares %i', async (_, deflected, opened, asked) => {
  const asks = asked === null ? [] : [['case_opened', asked] as const];
  await done(['article_suggested', 0], ['article_opened', opened], ...asks);
  expect((await figures()).deflection).toMatchObject({ suggested: 1, deflected });
});

it.each([
  [0, 1],
  [16 * DAY - HOUR - 1, 1],
  [-1, 0],
  [16 * DAY - HOUR, 0],
])('of what was done %i seconds after its begin it counts %i', async (seconds, activeUsers) => {
  await done(['signed_in', seconds]);
  expect(await figures()).toMatchObject({ activeUsers });
});

it('are of the last 30 days where nobody says of which', async () => {
  await freshCompany();
  expect(await usage.figures(ctx, {}, null)).toMatchObject({
    from: '2026-02-01',
    to: '2026-03-02',
  });
});

it('are refused for days in the wrong order, and for too many', async () => {
  await freshCompany();
  const ask = (from: string, to: string) =>
    usage.funnel(ctx, { from: parseLocalDate(from), to: parseLocalDate(to) });
  for (const [from, to] of [
    ['2026-03-02', '2026-03-01'],
    ['2025-01-01', '2026-02-05'],
  ] as const) {
    await expect(ask(from, to)).rejects.toMatchObject({ code: 'validation_failed' });
  }
  expect(await ask('2025-01-02', '2026-02-05')).toHaveLength(FUNNEL_STEPS.length);
});
