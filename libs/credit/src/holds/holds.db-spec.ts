import { parseLocalDate } from '@quittance/calendar';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { UpdateCreditSettings } from '../settings/update-credit-settings.js';
import { SweepCredit } from '../sweep/sweep-credit.js';
import { creditStage, type CreditStage } from '../testing/credit-stage.js';
import { refuseViolated } from '../testing/violated-in.js';
import { creditInvariants } from '../verify/credit-invariants.js';
import type { CreditHoldReason, HoldStrength } from './credit-hold.js';
import { PlaceHold } from './place-hold.js';
import { ReleaseHold } from './release-hold.js';

let t: TestDatabase;
let s: CreditStage;
let ctx: Ctx;
let accountId: AccountId;

beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00.000Z');
  s = creditStage(t);
  ctx = await t.newCompany();
  accountId = await s.customer(ctx, null);
});
afterEach(() => refuseViolated(t, ctx, creditInvariants));
afterAll(() => t.close());

const at = (now: string) => {
  t.clock.set(now);
  ctx = t.ctx(ctx.companyId);
};
const place = (strength: HoldStrength, reason: CreditHoldReason, amount: string | null = null) =>
  new PlaceHold(t.db, s.models).execute(ctx, { accountId, strength, reason, amount, note: 'x' });
const release = (id: string, as = ctx) =>
  new ReleaseHold(t.db, s.models).execute(as, id as never, 'It is paid');
const holds = (of = accountId) => t.db.read(ctx, (tx) => s.control.readHolds(tx, of));
const sweep = () =>
  new SweepCredit(t.db, s.ports).execute(ctx, (error) => {
    throw error;
  });
const settle = (patch: object) => new UpdateCreditSettings(t.db).execute(ctx, patch, null);
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }: { code?: string }) => code,
  );

describe('a hold', () => {
  it('is there once for each strength and reason', async () => {
    for (const strength of ['hard', 'soft'] as const) {
      for (const reason of ['overdue_payment', 'risk', 'manual'] as const) {
        await place(strength, reason);
        expect(await codeOf(place(strength, reason))).toBe('credit_hold_exists');
      }
    }
    expect(await holds()).toHaveLength(6);
  });

  it('is placed once by two at once', async () => {
    const answers = await Promise.all([
      codeOf(place('soft', 'manual')),
      codeOf(place('soft', 'manual')),
    ]);
    expect(answers.sort()).toEqual(['credit_hold_exists', 'done']);
  });

  it('is released once, and may be placed again', async () => {
    const { id } = await place('hard', 'manual');
    expect(await release(id)).toMatchObject({ status: 'released', releaseNote: 'It is paid' });
    expect(await codeOf(release(id))).toBe('credit_hold_released');
    await place('hard', 'manual');
    expect(await holds()).toHaveLength(1);
  });

  it('takes an amount of the credit currency, and none below zero', async () => {
    expect(await place('hard', 'risk', '500.00')).toMatchObject({
      amount: '500.00',
      currency: 'EUR',
    });
    expect(await codeOf(place('hard', 'manual', '0.001'))).toBe('validation_failed');
    expect(await codeOf(place('hard', 'manual', '-1'))).toBe('validation_failed');
  });

  it('is of an account that there is', async () => {
    accountId = newId<'account'>();
    expect(await codeOf(place('hard', 'manual'))).toBe('reference_not_found');
    expect(await codeOf(release(newId()))).toBe('not_found');
  });
});

describe('the clock', () => {
  // Due on 31 March.
  const late = (of = accountId) => s.owes(ctx, of, 10_000n);
  const settled = () =>
    t.db.write(ctx, (tx) =>
      tx.run(
        `update receivables.invoice set balance = 0, paid_amount = total, status = 'paid'
         where company_id = $1`,
        [ctx.companyId],
      ),
    );

  it('holds nobody unless the company says so', async () => {
    await late();
    at('2026-06-01T09:00:00.000Z');
    expect(await sweep()).toEqual({ expired: 0, placed: 0, released: 0 });
  });

  it('holds a customer on the day that an invoice is so many days overdue', async () => {
    await settle({ overdueHoldDays: 10, overdueHoldStrength: 'hard' });
    await late();
    await late(await s.customer(ctx, null));
    at('2026-04-09T23:59:59.000Z');
    expect(await sweep()).toMatchObject({ placed: 0 });
    at('2026-04-10T00:00:00.000Z');
    expect(await sweep()).toMatchObject({ placed: 2 });
    expect(await holds()).toMatchObject([
      { strength: 'hard', reason: 'overdue_payment', placedBy: { kind: 'system' } },
    ]);
    expect(await sweep()).toMatchObject({ placed: 0 });
  });

  it('holds nobody for what is disputed, was never sent, or is held for already', async () => {
    await settle({ overdueHoldDays: 10 });
    await late();
    at('2026-05-01T09:00:00.000Z');
    const set = (change: string) =>
      t.db.write(ctx, (tx) =>
        tx.run(`update receivables.invoice set ${change} where company_id = $1`, [ctx.companyId]),
      );
    const dispute = `('{"amount": "' || balance::text || '", "closedAt": null}')::jsonb`;
    await set(`status = 'disputed', dispute = ${dispute}`);
    expect(await sweep()).toMatchObject({ placed: 0 });
    await set(`status = 'draft', sent_at = null, dispute = null`);
    expect(await sweep()).toMatchObject({ placed: 0 });
    await set(`status = 'sent', sent_at = now()`);
    await place('hard', 'overdue_payment');
    expect(await sweep()).toMatchObject({ placed: 0 });
  });

  it('holds nobody who pays between the look at all and the hold', async () => {
    await settle({ overdueHoldDays: 10 });
    const latestDueDate = parseLocalDate('2026-01-31');
    s.ports.registerArrears({
      owing: (_, __, among) =>
        Promise.resolve(among === null ? [{ accountId, latestDueDate }] : []),
    });
    expect(await sweep()).toMatchObject({ placed: 0 });
    expect(await holds()).toEqual([]);
  });

  it('holds for what is left of an invoice that is disputed in part', async () => {
    await settle({ overdueHoldDays: 10, overdueHoldRelease: true });
    await late();
    at('2026-05-01T09:00:00.000Z');
    await t.db.write(ctx, (tx) =>
      tx.run(
        `update receivables.invoice set status = 'disputed',
           dispute = '{"amount": "1", "closedAt": null}' where company_id = $1`,
        [ctx.companyId],
      ),
    );
    expect(await sweep()).toMatchObject({ placed: 1 });
    expect(await sweep()).toMatchObject({ released: 0 });
  });

  it('is made by two workers at once without a second hold', async () => {
    await settle({ overdueHoldDays: 10 });
    await late();
    at('2026-05-01T09:00:00.000Z');
    const [one, two] = await Promise.all([sweep(), sweep()]);
    expect(one.placed + two.placed).toBe(1);
    expect(await holds()).toHaveLength(1);
  });

  it('leaves a customer free whom a person let go, until more is late', async () => {
    await settle({ overdueHoldDays: 10 });
    await late();
    at('2026-05-01T09:00:00.000Z');
    await sweep();
    const person: Ctx = { ...ctx, actor: { kind: 'staff', id: newId(), name: 'Anna' } };
    await release((await holds())[0]?.id ?? '', person);
    expect(await sweep()).toMatchObject({ placed: 0 });
    await t.db.write(ctx, (tx) =>
      tx.run(`update receivables.invoice set due_date = '2026-04-22' where company_id = $1`, [
        ctx.companyId,
      ]),
    );
    at('2026-05-02T09:00:00.000Z');
    expect(await sweep()).toMatchObject({ placed: 1 });
  });

  it('releases its holds when nothing is overdue, where the company says so', async () => {
    await settle({ overdueHoldDays: 10 });
    await late();
    at('2026-05-01T09:00:00.000Z');
    await sweep();
    await settled();
    expect(await sweep()).toMatchObject({ released: 0 });
    await settle({ overdueHoldRelease: true });
    expect(await sweep()).toMatchObject({ released: 1 });
    expect(await holds()).toEqual([]);
  });

  it('releases none while anything is overdue, and none that a person placed', async () => {
    await settle({ overdueHoldDays: 10, overdueHoldRelease: true });
    await late();
    at('2026-05-01T09:00:00.000Z');
    await sweep();
    expect(await sweep()).toMatchObject({ released: 0 });
    const byHand = await s.customer(ctx, null);
    ctx = { ...ctx, actor: { kind: 'staff', id: newId(), name: 'Anna' } };
    accountId = byHand;
    await place('soft', 'overdue_payment');
    at('2026-05-02T09:00:00.000Z');
    expect(await sweep()).toMatchObject({ released: 0 });
    expect(await holds(byHand)).toHaveLength(1);
  });
});
