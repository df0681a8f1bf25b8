import { sql } from '@quittance/database';
import { newId, parseInstant, type AccountId, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { CreditCheckId } from '../checks/credit-check.js';
import { readCheck } from '../checks/credit-check.repository.js';
import type { CreditDocument } from '../credit-subject.port.js';
import { creditHoldHard } from '../credit.errors.js';
import { PlaceHold } from '../holds/place-hold.js';
import { ReleaseHold } from '../holds/release-hold.js';
import { UpdateCreditSettings } from '../settings/update-credit-settings.js';
import { SweepCredit } from '../sweep/sweep-credit.js';
import { creditStage, type CreditStage } from '../testing/credit-stage.js';
import { creditInvariants } from '../verify/credit-invariants.js';
import { refuseViolated } from '../testing/violated-in.js';
import { ApproveOverride } from './approve-override.js';
import {
  OVERRIDE_STATUSES,
  type CreditOverrideId,
  type OverrideStatus,
} from './credit-override.js';
import { readOverride } from './credit-override.repository.js';
import { RejectOverride } from './reject-override.js';
import { RequestOverride } from './request-override.js';

let t: TestDatabase;
let s: CreditStage;
let ctx: Ctx;
let other: Ctx;
let accountId: AccountId;
let document: CreditDocument;

const START = '2026-03-02T09:00:00.000Z';
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  t.clock.set(START);
  s = creditStage(t);
  ctx = await t.newCompany();
  other = by('Otto');
  accountId = await s.customer(ctx, 100_000n);
  document = s.orders.add(accountId, 150_000n);
});
afterEach(() => refuseViolated(t, ctx, creditInvariants));
afterAll(() => t.close());

function by(name: string): Ctx {
  return { ...t.ctx(ctx.companyId), actor: { kind: 'staff', id: newId(), name } };
}
const at = (now: string) => {
  t.clock.set(now);
  ctx = t.ctx(ctx.companyId);
  other = by('Otto');
};
const ask = () => s.check(ctx, { accountId, amount: 150_000n, document });
const request = (id: CreditCheckId, expiresAt: string | null = null, as = ctx) =>
  new RequestOverride(t.db, s.models, s.ports).execute(as, id, {
    reason: 'It secures the year',
    expiresAt: expiresAt === null ? null : parseInstant(expiresAt),
  });
const approve = (id: CreditOverrideId, as = other) =>
  new ApproveOverride(t.db, s.models, s.ports).execute(as, id, null);
const reject = (id: CreditOverrideId) =>
  new RejectOverride(t.db, s.models, s.ports).execute(other, id, 'Too much is late');
const sweep = () =>
  new SweepCredit(t.db, s.ports).execute(ctx, (error) => {
    throw error;
  });
const statusOf = async (id: CreditCheckId) =>
  (await t.db.read(ctx, (tx) => readCheck(tx, id))).status;
const overrideStatus = async (id: CreditOverrideId) =>
  (await t.db.read(ctx, (tx) => readOverride(tx, id))).status;
const holds = async () =>
  (await t.db.read(ctx, (tx) => s.control.readHolds(tx, accountId))).map(
    ({ strength, reason }) => `${strength} ${reason}`,
  );
const place = (strength: 'hard' | 'soft', reason: 'manual' | 'risk' | 'overdue_payment') =>
  new PlaceHold(t.db, s.models).execute(ctx, {
    accountId,
    strength,
    reason,
    amount: null,
    note: null,
  });
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    ({ code }: { code?: string }) => code,
  );

describe('the states of an override', () => {
  const EXPIRY = '2026-03-03T09:00:00.000Z';
  const BEHIND_IT = '2026-03-03T10:00:00.000Z';
  const cancelled = () =>
    t.db.write(ctx, (tx) => s.control.cancelCheck(tx, { accountId, document }));

  /** Brings one there by what people and the clock do. */
  async function overrideThatIs(status: OverrideStatus): Promise<CreditOverrideId> {
    const { check } = await ask();
    const { id } = await request(check.id, EXPIRY);
    if (status === 'approved') await approve(id);
    if (status === 'rejected') await reject(id);
    if (status === 'cancelled') await cancelled();
    if (status === 'expired') await expire();
    expect(await overrideStatus(id)).toBe(status);
    return id;
  }
  const expire = async () => {
    at(BEHIND_IT);
    return (await sweep()).expired === 1 ? 'done' : 'left';
  };
  const OPERATIONS = {
    approve: (id: CreditOverrideId) => codeOf(approve(id)),
    reject: (id: CreditOverrideId) => codeOf(reject(id)),
    expire,
  };
  const REFUSED = 'credit_override_not_requested';
  const TABLE: Readonly<Record<OverrideStatus, readonly [string, string, string]>> = {
    requested: ['done', 'done', 'done'],
    approved: [REFUSED, REFUSED, 'done'],
    rejected: [REFUSED, REFUSED, 'left'],
    expired: [REFUSED, REFUSED, 'left'],
    cancelled: [REFUSED, REFUSED, 'left'],
  };
  const names = Object.keys(OPERATIONS) as (keyof typeof OPERATIONS)[];

  it.each(
    OVERRIDE_STATUSES.flatMap((status) =>
      names.map((operation, i) => [status, operation, TABLE[status][i]] as const),
    ),
  )('%s: %s → %s', async (status, operation, expected) => {
    const id = await overrideThatIs(status);
    expect(await OPERATIONS[operation](id)).toBe(expected);
  });
});

describe('an override', () => {
  it('has a check await approval, and approved it frees document and customer', async () => {
    const { check } = await ask();
    await place('soft', 'manual');
    await place('hard', 'manual');
    const { id } = await request(check.id);
    expect(await statusOf(check.id)).toBe('awaiting_approval');
    expect((await ask()).check.id).toBe(check.id);
    expect(await approve(id)).toMatchObject({ status: 'approved', decidedBy: { name: 'Otto' } });
    expect(await statusOf(check.id)).toBe('approved');
    expect(await holds()).toEqual(['hard manual']);
    expect(s.orders.told).toEqual([[document.id, 'approved']]);
    expect(await ask()).toMatchObject({ reused: true, coversDocument: true });
  });

  it('that is rejected leaves the check as it was, and the block', async () => {
    const { check } = await ask();
    const { id } = await request(check.id);
    expect(await reject(id)).toMatchObject({
      status: 'rejected',
      decisionNote: 'Too much is late',
    });
    expect(await statusOf(check.id)).toBe('rejected');
    expect(await holds()).toEqual(['soft risk']);
    expect(s.orders.told).toEqual([[document.id, 'rejected']]);
    // Another one may be asked for.
    await request(check.id);
    expect(await statusOf(check.id)).toBe('awaiting_approval');
  });

  it('is all or nothing: what the document refuses undoes the approval', async () => {
    const { check } = await ask();
    const { id } = await request(check.id);
    s.orders.refusal = creditHoldHard({ reason: 'manual' });
    expect(await codeOf(approve(id))).toBe('credit_hold_hard');
    expect([await statusOf(check.id), await overrideStatus(id)]).toEqual([
      'awaiting_approval',
      'requested',
    ]);
    expect(await holds()).toEqual(['soft risk']);
  });

  it('is approved by nobody who requested it, unless the company lets them', async () => {
    const { check } = await ask();
    const { id } = await request(check.id, null, other);
    expect(await codeOf(approve(id, other))).toBe('own_override');
    await new UpdateCreditSettings(t.db).execute(ctx, { ownOverride: true }, null);
    expect(await codeOf(approve(id, other))).toBe('done');
  });

  it('without an asker, as of an older host, is approved by nobody who requested it', async () => {
    const { check } = await ask();
    const { id } = await request(check.id, null, other);
    const forget = sql(`update credit.credit_override set asked_by = null
      where company_id = $1 and id = $2`);
    await t.db.write(ctx, (tx) => tx.run(forget, [ctx.companyId, id]));
    expect(await codeOf(approve(id, other))).toBe('own_override');
  });

  it('of an amount without a document is approved like any other', async () => {
    const { check } = await s.check(ctx, { accountId, amount: 10n ** 9n });
    const { id } = await request(check.id);
    await approve(id);
    expect(await statusOf(check.id)).toBe('approved');
    expect(await holds()).toEqual([]);
    expect(s.orders.told).toEqual([]);
  });

  it('is decided once, by whoever is first', async () => {
    const { check } = await ask();
    const { id } = await request(check.id);
    const answers = await Promise.all([
      codeOf(approve(id)),
      codeOf(approve(id, by('Anna'))),
      codeOf(reject(id)),
    ]);
    expect(answers.filter((each) => each === 'done')).toHaveLength(1);
    expect(answers.filter((each) => each === 'credit_override_not_requested')).toHaveLength(2);
    expect(s.orders.told).toHaveLength(1);
  });

  it('is requested once at a time', async () => {
    const { check } = await ask();
    const answers = await Promise.all([codeOf(request(check.id)), codeOf(request(check.id))]);
    expect(answers.sort()).toEqual(['credit_check_not_overridable', 'done']);
  });

  it('is cancelled with the document that asks no longer', async () => {
    const { check } = await ask();
    const { id } = await request(check.id);
    await t.db.write(ctx, (tx) => s.control.cancelCheck(tx, { accountId, document }));
    expect([await statusOf(check.id), await overrideStatus(id)]).toEqual([
      'cancelled',
      'cancelled',
    ]);
    expect(await codeOf(approve(id))).toBe('credit_override_not_requested');
  });

  it('is cancelled as the document is checked for another customer', async () => {
    const { check } = await ask();
    const { id } = await request(check.id);
    const another = await s.customer(ctx, 100_000n);
    await s.check(ctx, { accountId: another, amount: 150_000n, document });
    expect([await statusOf(check.id), await overrideStatus(id)]).toEqual(['rejected', 'cancelled']);
    expect(await codeOf(approve(id))).toBe('credit_override_not_requested');
    expect(await holds()).toEqual(['soft risk']);
  });

  it('of a check that is superseded is not approved, and may be rejected', async () => {
    const { check } = await ask();
    const { id } = await request(check.id);
    // As it is where the document was checked for another customer while this was asked for.
    const supersede = sql(`update credit.credit_check set superseded_at = now()
      where company_id = $1 and id = $2`);
    await t.db.write(ctx, (tx) => tx.run(supersede, [ctx.companyId, check.id]));
    expect(await codeOf(approve(id))).toBe('credit_check_not_overridable');
    expect(await holds()).toEqual(['soft risk']);
    expect(await codeOf(reject(id))).toBe('done');
    expect([await statusOf(check.id), s.orders.told]).toEqual(['rejected', []]);
  });
});

describe('a check', () => {
  it.each(['approved', 'awaiting_approval', 'cancelled', 'superseded'])(
    'that is %s is not overridden',
    async (status) => {
      const { check } = await ask();
      const { id } = await request(check.id);
      if (status === 'approved') await approve(id);
      if (status === 'cancelled') {
        await t.db.write(ctx, (tx) => s.control.cancelCheck(tx, { accountId, document }));
      }
      if (status === 'superseded') {
        await reject(id);
        await s.limit(ctx, accountId, 100_001n);
        await ask();
      }
      await expect(request(check.id)).rejects.toMatchObject({
        code: 'credit_check_not_overridable',
        message: expect.stringContaining(status.replace('_', ' ')) as string,
      });
    },
  );

  it('that was simply approved is not overridden', async () => {
    const { check } = await s.check(ctx, { accountId, amount: 1n });
    // The other document counts.
    expect(check.status).toBe('rejected');
    s.orders.open.length = 0;
    const free = await s.customer(ctx, 100n);
    const approved = await s.check(ctx, { accountId: free, amount: 1n });
    expect(await codeOf(request(approved.check.id))).toBe('credit_check_not_overridable');
  });
});

describe('an override that expires', () => {
  const EXPIRES = '2026-03-05T12:00:00.000Z';
  const AFTER = '2026-03-05T12:00:00.001Z';

  async function approved() {
    const { check } = await ask();
    await place('soft', 'manual');
    const { id } = await request(check.id, EXPIRES);
    await approve(id);
    expect(await holds()).toEqual([]);
    return { checkId: check.id, id };
  }

  it('counts no longer: holds come back, the check is what it was, and that is told', async () => {
    const { checkId, id } = await approved();
    at('2026-03-05T11:59:59.999Z');
    expect(await sweep()).toMatchObject({ expired: 0 });
    at(EXPIRES);
    expect(await sweep()).toMatchObject({ expired: 1 });
    expect([await statusOf(checkId), await overrideStatus(id)]).toEqual(['rejected', 'expired']);
    expect((await holds()).sort()).toEqual(['soft manual', 'soft risk']);
    expect(s.orders.told.at(-1)).toEqual([document.id, 'expired']);
    expect(await sweep()).toMatchObject({ expired: 0 });
  });

  it('counts no longer before any sweep: whoever asks next ends it', async () => {
    const { checkId, id } = await approved();
    at(AFTER);
    expect(await t.db.read(ctx, (tx) => s.control.approvedCheck(tx, document))).toBeUndefined();
    const again = await ask();
    expect(again.check).toMatchObject({ id: checkId, status: 'rejected' });
    expect(await overrideStatus(id)).toBe('expired');
    expect(await holds()).toHaveLength(2);
  });

  it('that nobody decided returns the check, and cannot be approved any more', async () => {
    const { check } = await ask();
    const { id } = await request(check.id, EXPIRES);
    at(AFTER);
    expect(await codeOf(approve(id))).toBe('override_expired');
    expect(await codeOf(reject(id))).toBe('override_expired');
    await sweep();
    expect([await statusOf(check.id), await overrideStatus(id)]).toEqual(['rejected', 'expired']);
    expect(s.orders.told).toEqual([[document.id, 'expired']]);
  });

  it('that nobody decided is in the way of no other one', async () => {
    const { check } = await ask();
    const { id } = await request(check.id, EXPIRES);
    expect(await codeOf(request(check.id))).toBe('credit_check_not_overridable');
    at(AFTER);
    const next = await request(check.id);
    expect([await statusOf(check.id), await overrideStatus(id)]).toEqual([
      'awaiting_approval',
      'expired',
    ]);
    await approve(next.id);
    expect(await statusOf(check.id)).toBe('approved');
    expect(s.orders.told).toEqual([
      [document.id, 'expired'],
      [document.id, 'approved'],
    ]);
  });

  it('brings no hold back of which there is another one, or that a person let go', async () => {
    await approved();
    const risk = await place('soft', 'risk');
    at(AFTER);
    await sweep();
    expect((await holds()).sort()).toEqual(['soft manual', 'soft risk']);
    await new ReleaseHold(t.db, s.models).execute(ctx, risk.id, 'All is well');
    expect(await holds()).toEqual(['soft manual']);
  });

  it('leaves a check that was cancelled, and brings its holds back all the same', async () => {
    const { checkId } = await approved();
    await t.db.write(ctx, (tx) => s.control.cancelCheck(tx, { accountId, document }));
    s.orders.told.length = 0;
    at(AFTER);
    await sweep();
    expect(await statusOf(checkId)).toBe('cancelled');
    expect(await holds()).toHaveLength(2);
    expect(s.orders.told).toEqual([]);
  });

  it('keeps no other account waiting where its document refuses', async () => {
    const { check } = await ask();
    await request(check.id, EXPIRES);
    const second = await s.customer(ctx, 0n);
    const checked = await s.check(ctx, { accountId: second, amount: 5n });
    await request(checked.check.id, EXPIRES);
    s.orders.refusal = new Error('no');
    at(AFTER);
    const faults: AccountId[] = [];
    const swept = await new SweepCredit(t.db, s.ports).execute(ctx, (_, id) => faults.push(id));
    expect([swept.expired, faults]).toEqual([1, [accountId]]);
    expect(await statusOf(checked.check.id)).toBe('rejected');
    s.orders.refusal = undefined;
    expect(await sweep()).toMatchObject({ expired: 1 });
  });

  it('does so in the future, or never', async () => {
    const { check } = await ask();
    await expect(request(check.id, START)).rejects.toMatchObject({ code: 'validation_failed' });
    await request(check.id, null);
    at('2036-03-05T12:00:00.000Z');
    expect(await sweep()).toMatchObject({ expired: 0 });
  });
});
