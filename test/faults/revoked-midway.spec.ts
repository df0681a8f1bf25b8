import { watchFailpoints } from '@quittance/config/host';
import { newId } from '@quittance/kernel';
import { setTimeout as pause } from 'node:timers/promises';
import { codeOf } from '../../apps/portal-api/test/portal-people.js';
import { refuseDeadlocks } from '../support/deadlocks.js';
import { expectInvariants } from '../support/invariants.js';
import { runs, sampled } from '../support/tier.js';
import { comesToWait } from '../support/waiting.js';
import { everythingOf, invoiceBooks } from './support/books.js';
import { begun, HALF_WAYS, must, SIDES, type HalfWay } from './support/half-ways.js';
import {
  RevocationStage,
  REVOCATIONS,
  type Person,
  type Revocation,
} from './support/revoked-people.js';
import { SEED, Seeded } from './support/seeded.js';

refuseDeadlocks();

let stage: RevocationStage;

beforeAll(async () => {
  stage = await RevocationStage.open();
});

afterEach(() => watchFailpoints(undefined));
afterAll(() => stage?.close());

const post = (who: Person, { path, body }: HalfWay, headers = {}) =>
  who.call('POST', path, { body, headers });

/** What a request came to: `done`, or `403 permission_denied`. */
async function outcomeOf(who: Person, left: HalfWay, headers = {}): Promise<string> {
  const answer = await post(who, left, headers);
  return answer.status < 300 ? 'done' : codeOf(answer);
}

/** What says of a refusal that it was one, and of earlier requests that they were made. */
const BESIDE = /^(audit|analytics)\./;

/** The tables of the company in which something is written meanwhile. */
async function writtenBy(work: () => Promise<unknown>): Promise<string[]> {
  const before = await everythingOf(stage.t, stage.ctx);
  await work();
  const after = await everythingOf(stage.t, stage.ctx);
  return Object.keys(after).filter((name) => after[name] !== before[name] && !BESIDE.test(name));
}

/** What the answer to who wants to pay has of the link. */
interface Link {
  readonly checkoutId: string;
  readonly paymentUrl: string;
}

const CASES = HALF_WAYS.flatMap(([side, name]) =>
  REVOCATIONS.map((how) => [name, how, side] as const),
);

describe('between two requests of one flow', () => {
  test.each(sampled(CASES))('in which %s, who is %s goes no further', async (name, how, side) => {
    const { who, left } = await begun(stage, side, [name]);
    const [next] = left as [HalfWay];
    await who.revoke(how);
    const outcomes: string[] = [];
    const written = await writtenBy(async () => outcomes.push(await outcomeOf(who, next)));
    expect({ outcomes, written }).toEqual({ outcomes: [who.refusals[how]], written: [] });
    expect(await next.isDone()).toBe(false);
    await who.restore(how);
    expect([await outcomeOf(who, next), await next.isDone()]).toEqual(['done', true]);
    await expectInvariants(stage.t);
  });

  test.each(sampled(REVOCATIONS))(
    'in which a link is opened and paid, the money of who is %s meanwhile is booked',
    async (how) => {
      const accountId = await stage.shop.account('Acme');
      const who = await stage.buyer(accountId);
      const { acme } = stage.shop;
      const { id: invoiceId } = await acme.invoice(accountId);
      const asked = { invoiceId };
      const link = await must<Link>(who, 'POST', '/payments/checkout', asked);
      await Promise.all([who.revoke(how), acme.payAt(link.paymentUrl)]);
      const look = await who.call('GET', `/payments/checkouts/${link.checkoutId}`);
      expect(codeOf(look)).toBe(who.refusals[how]);
      expect(await invoiceBooks(stage.t, stage.ctx, invoiceId)).toMatchObject({
        status: 'paid',
        balance: 0n,
      });
      await expectInvariants(stage.t);
    },
  );
});

/** Holds the request at the point, until it is released. */
function heldAt(point: string, requestId: string) {
  let arrive = (): void => undefined;
  let release = (): void => undefined;
  const arrived = new Promise<void>((resolve) => (arrive = resolve));
  const released = new Promise<void>((resolve) => (release = resolve));
  let taken = false;
  watchFailpoints((name, subjects) => {
    if (taken || name !== point || !subjects.includes(requestId)) return;
    taken = true;
    arrive();
    return released;
  });
  return { arrived, release };
}

/** Of a write: before its first statement, and with all of it written. */
const POINTS = ['transaction.begun', 'transaction.flushed'] as const;
const HELD = CASES.flatMap(([name, how, side]) =>
  POINTS.map((point) => [name, how, point, side] as const),
);

/** What one under way may come to. */
const mayComeTo = (who: Person, how: Revocation) => ['done', who.refusals[how]];

describe('while a request is in flight', () => {
  test.each(sampled(HELD))(
    'by which %s, who is %s at its %s has it done or refused, and goes no further',
    async (name, how, point, side) => {
      const { who, left } = await begun(stage, side, [name]);
      const [next] = left as [HalfWay];
      const requestId = newId();
      const { arrived, release } = heldAt(point, requestId);
      const inFlight = outcomeOf(who, next, { 'x-request-id': requestId });
      const early = await Promise.race([arrived, inFlight]);
      const revoked = who.revoke(how);
      // Where it has locked whom it is done by, whoever puts them out waits for it.
      await comesToWait(stage.t, revoked);
      release();
      const [outcome] = await Promise.all([inFlight, revoked]);
      expect(early).toBeUndefined();
      expect(mayComeTo(who, how)).toContain(outcome);
      expect(await next.isDone()).toBe(outcome === 'done');
      expect(await outcomeOf(who, next)).toBe(who.refusals[how]);
      await expectInvariants(stage.t);
    },
  );

  test.each(sampled(SIDES.flatMap((side) => REVOCATIONS.map((how) => [side, how] as const))))(
    'of %s, each of those of who is %s at once is done or refused',
    async (side, how) => {
      const names = HALF_WAYS.filter(([whose]) => whose === side).map(([, name]) => name);
      for (let round = 1; round <= runs(1, 10); round += 1) {
        await expectDoneOrRefused(await begun(stage, side, names), how, SEED + round);
      }
      await expectInvariants(stage.t);
    },
  );
});

/** Revokes, and meanwhile asks for all that is left, each at a moment drawn from the seed. */
async function expectDoneOrRefused(
  { who, left }: Awaited<ReturnType<typeof begun>>,
  how: Revocation,
  seed: number,
): Promise<void> {
  const chance = new Seeded(seed);
  // Mostly early: how long it takes to revoke depends on the machine.
  const moments = left.map((next) => [next, chance.below(2 ** (1 + chance.below(8)))] as const);
  const revoked = who.revoke(how);
  const outcomes = await Promise.all(
    moments.map(([next, at]) => pause(at).then(() => outcomeOf(who, next))),
  );
  await revoked;
  const wrong = outcomes.filter((outcome) => !mayComeTo(who, how).includes(outcome));
  expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  const later = await Promise.all(left.map((next) => outcomeOf(who, next)));
  expect(new Set(later)).toEqual(new Set([who.refusals[how]]));
  const done = await Promise.all(left.map((next) => next.isDone()));
  expect(done).toEqual(outcomes.map((outcome) => outcome === 'done'));
  await who.restore(how);
  const rest = left.filter((_, i) => outcomes[i] !== 'done');
  const restored = await Promise.all(rest.map((next) => outcomeOf(who, next)));
  expect(restored).toEqual(rest.map(() => 'done'));
}
