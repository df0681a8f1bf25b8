import { signInAt } from '@quittance/http/testing';
import { newId, type UserId } from '@quittance/kernel';
import { codeOf } from '../../apps/portal-api/test/portal-people.js';
import { refuseDeadlocks } from '../support/deadlocks.js';
import { expectInvariants } from '../support/invariants.js';
import type { TestApi } from '../support/test-api.js';
import { runs, sampled } from '../support/tier.js';
import { SEED, Seeded } from './support/seeded.js';
import { LANES, overlaps, TokenHosts, type Lane, type TokenHolder } from './support/token-lanes.js';

refuseDeadlocks();

let hosts: TokenHosts;

beforeAll(async () => {
  hosts = await TokenHosts.open();
});

afterAll(async () => {
  await expectInvariants(hosts.t);
  await hosts?.close();
});

/** Fifty in the deep tier, over all lanes. */
const ROUNDS = runs(1, 50 / LANES.length);
const AT_ONCE = 20;
/** Past the overlap. */
const LATE = 11;
const INVALID = '401 refresh_token_invalid';
const OUT = Array(2).fill('401 unauthenticated');
const IN = Array(2).fill('200');

const times = <T>(count: number, work: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, work));

/** A line of refresh tokens, each the child of the one before, with the access tokens of each. */
async function line(holder: TokenHolder, first: string, generations: number) {
  const [refresh, access] = [[first], [] as string[]];
  for (let n = 0; n < generations; n += 1) {
    const next = await holder.refresh(refresh.at(-1) ?? '');
    expect(next.outcome).toBe('200');
    refresh.push(next.refreshToken);
    access.push(next.accessToken);
  }
  return { refresh, access };
}

/** The session that was stolen from is over for everybody, and the other one of its user is not. */
async function expectOver(
  holder: TokenHolder,
  stolen: Awaited<ReturnType<typeof line>>,
  other: string,
): Promise<void> {
  const last = stolen.refresh.at(-1) ?? '';
  expect((await holder.refresh(last)).outcome).toBe(INVALID);
  for (const token of stolen.access) expect(await holder.asks(token)).toEqual(OUT);
  const { outcome, accessToken } = await holder.refresh(other);
  expect([outcome, await holder.asks(accessToken)]).toEqual(['200', IN]);
  expect(await holder.lines()).toEqual({ alive: 1, unspent: 1, revoked: 1, logged: true });
}

/** Goes on a lane with two sessions of somebody, as often as the tier asks. */
async function onLane(
  lane: Lane,
  work: (holder: TokenHolder, tokens: readonly [string, string], chance: Seeded) => Promise<void>,
): Promise<void> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const holder = await hosts.holder(lane);
    const tokens = [await holder.signIn(), await holder.signIn()] as const;
    await work(holder, tokens, new Seeded(SEED + round));
  }
}

describe('a refresh token that is stolen', () => {
  test.each(sampled(LANES))('(%s) and used first ends its session with its owner', (lane) =>
    onLane(lane, async (holder, [first, other], chance) => {
      const thief = await line(holder, first, 1 + chance.below(3));
      await holder.age(LATE);
      expect((await holder.refresh(first)).outcome).toBe(INVALID);
      await expectOver(holder, thief, other);
    }),
  );

  test.each(sampled(LANES))('(%s) and used second ends its session with its thief', (lane) =>
    onLane(lane, async (holder, [first, other], chance) => {
      const owner = await line(holder, first, 1 + chance.below(3));
      await holder.age(LATE);
      const stolen = chance.pick(owner.refresh.slice(0, -1));
      expect((await holder.refresh(stolen)).outcome).toBe(INVALID);
      await expectOver(holder, owner, other);
    }),
  );

  test.each(sampled(LANES))('(%s) and late, by twenty beside its owner, ends with them', (lane) =>
    onLane(lane, async (holder, [first, other], chance) => {
      const owner = await line(holder, first, 1);
      await holder.age(LATE);
      const [child = ''] = owner.refresh.slice(1);
      const presented = chance.shuffled([child, ...Array<string>(AT_ONCE).fill(first)]);
      const outcomes = await Promise.all(
        presented.map(async (token) => ({ token, ...(await holder.refresh(token)) })),
      );
      const thieves = outcomes.filter(({ token }) => token === first);
      expect(thieves.map(({ outcome }) => outcome)).toEqual(Array(AT_ONCE).fill(INVALID));
      // Whether the owner came before the first of them or not, what they were given is over.
      const given = outcomes.filter(({ token, outcome }) => token === child && outcome === '200');
      const refresh = [child, ...given.map(({ refreshToken }) => refreshToken)];
      const access = [...owner.access, ...given.map(({ accessToken }) => accessToken)];
      await expectOver(holder, { refresh, access }, other);
    }),
  );
});

describe('a refresh token that comes twenty times at once, to two hosts,', () => {
  test.each(sampled(LANES.filter(overlaps)))('(%s) is answered the same child', (lane) =>
    onLane(lane, async (holder, [first]) => {
      const answers = await times(AT_ONCE, () => holder.refresh(first));
      expect(new Set(answers.map(({ outcome }) => outcome))).toEqual(new Set(['200']));
      const children = new Set(answers.map(({ refreshToken }) => refreshToken));
      expect(children.size).toBe(1);
      expect(children).not.toContain(first);
      for (const { accessToken } of answers) expect(await holder.asks(accessToken)).toEqual(IN);
      expect(await holder.lines()).toEqual({ alive: 2, unspent: 2, revoked: 0, logged: false });
      const [child = ''] = children;
      expect((await holder.refresh(child)).outcome).toBe('200');
      expect(await holder.lines()).toEqual({ alive: 2, unspent: 2, revoked: 0, logged: false });
    }),
  );

  test.each(sampled(LANES.filter((lane) => !overlaps(lane))))(
    '(%s) is taken once, and its session is over',
    (lane) =>
      onLane(lane, async (holder, [first, other]) => {
        const answers = await times(AT_ONCE, () => holder.refresh(first));
        const taken = answers.filter(({ outcome }) => outcome === '200');
        const refused = answers.filter(({ outcome }) => outcome === INVALID);
        expect([taken.length, refused.length]).toEqual([1, AT_ONCE - 1]);
        const refresh = [first, ...taken.map(({ refreshToken }) => refreshToken)];
        const access = taken.map(({ accessToken }) => accessToken);
        await expectOver(holder, { refresh, access }, other);
      }),
  );
});

type Right = readonly [resource: string, action: string];

/** What a token is asked for, by the right that it takes. */
const REQUESTS = [
  { right: ['accounts', 'view'], method: 'GET', path: () => '/accounts' },
  { right: ['accounts', 'create'], method: 'POST', path: () => '/accounts' },
  { right: ['accounts', 'update'], method: 'PATCH', path: (id: string) => `/accounts/${id}` },
  { right: ['invoices', 'view'], method: 'GET', path: () => '/invoices' },
  { right: ['payments', 'view'], method: 'GET', path: () => '/payments' },
] as const;
const BODY = { name: 'Acme' };

/** Two roles, and which of them somebody holds. */
interface Held {
  readonly rights: readonly [readonly Right[], readonly Right[]];
  readonly holds: readonly [boolean, boolean];
}

const drawn = (chance: Seeded): readonly Right[] =>
  REQUESTS.map(({ right }) => right).filter(() => chance.below(2) === 0);

/** How what somebody may do changes, whether they lose or get by it. */
const CHANGES = {
  'a role': (chance: Seeded, { rights: [, other], holds }: Held): Held => ({
    rights: [drawn(chance), other],
    holds,
  }),
  'the roles that are held': (chance: Seeded, { rights }: Held): Held => ({
    rights,
    holds: chance.pick([
      [true, false],
      [false, true],
      [true, true],
      [false, false],
    ] as const),
  }),
} as const;

/** What each of the requests comes to by the rights. */
const outcomesBy = ({ rights, holds }: Held): string[] => {
  const held = rights.filter((_, i) => holds[i]).flat();
  return REQUESTS.map(({ right }) => (held.includes(right) ? 'done' : '403 permission_denied'));
};

/** The rights of a role, as they are sent. */
function matrixOf(rights: readonly Right[]): Record<string, string[]> {
  const matrix: Record<string, string[]> = {};
  for (const [resource, action] of rights) (matrix[resource] ??= []).push(action);
  return matrix;
}

/** Somebody of the staff with one token, whose roles change. */
class Member {
  private constructor(
    readonly id: UserId,
    private readonly roleIds: readonly string[],
    private readonly accountId: string,
    private readonly token: string,
  ) {}

  static async with(held: Held): Promise<Member> {
    const [staff] = hosts.staff;
    signInAt(staff.app);
    const roleIds: string[] = [];
    for (const rights of held.rights) {
      const role = { name: `Role ${newId()}`, matrix: matrixOf(rights) };
      roleIds.push((await byAdmin('POST', '/roles', role)).id);
    }
    const person = { email: `${newId()}@example.com`, name: 'Mia Member', roleIds };
    const { id } = await byAdmin<{ id: UserId }>('POST', '/users', person);
    const client = staff.client(staff.company.companyId, id);
    await client.signedIn;
    const account = await byAdmin('POST', '/accounts', BODY);
    return new Member(id, roleIds, account.id, client.token());
  }

  async change({ rights, holds }: Held): Promise<void> {
    const [roleId] = this.roleIds;
    await byAdmin('PATCH', `/roles/${roleId}`, { matrix: matrixOf(rights[0]) });
    const roleIds = this.roleIds.filter((_, i) => holds[i]);
    await byAdmin('PATCH', `/users/${this.id}`, { roleIds });
  }

  /** What each of the requests comes to, one after the other. */
  async outcomes(host: TestApi): Promise<string[]> {
    const headers = { authorization: `Bearer ${this.token}` };
    const outcomes: string[] = [];
    for (const { method, path } of REQUESTS) {
      const call = { headers, ...(method !== 'GET' && { body: BODY }) };
      const answer = await host.call(method, path(this.accountId), call);
      outcomes.push(answer.status < 300 ? 'done' : codeOf(answer));
    }
    return outcomes;
  }
}

async function byAdmin<T = { readonly id: string }>(
  method: string,
  path: string,
  body: object,
): Promise<T> {
  const answer = await hosts.staff[0].admin.call(method, path, { body });
  if (answer.status < 300) return answer.body as T;
  throw new Error(`${method} ${path}: ${codeOf(answer)}`);
}

describe('under a token that is alive', () => {
  test.each(sampled(Object.entries(CHANGES)))(
    '%s may change: each request goes by one or the other, and the next by the new, everywhere',
    async (_, changed) => {
      const chance = new Seeded(SEED);
      const all = REQUESTS.map(({ right }) => right);
      let held: Held = { rights: [all, drawn(chance)], holds: [true, true] };
      const member = await Member.with(held);
      for (let round = 1; round <= runs(2, 25); round += 1) {
        const next = changed(chance, held);
        const [before, after] = [outcomesBy(held), outcomesBy(next)];
        const flight = hosts.staff.flatMap((host) => [1, 2].map(() => member.outcomes(host)));
        await member.change(next);
        const later = await Promise.all(hosts.staff.map((host) => member.outcomes(host)));
        expect({ round, later }).toEqual({ round, later: [after, after] });
        const wrong = (await Promise.all(flight)).flatMap((outcomes) =>
          outcomes.filter((each, i) => each !== before[i] && each !== after[i]),
        );
        expect({ round, wrong }).toEqual({ round, wrong: [] });
        held = next;
      }
    },
  );
});
