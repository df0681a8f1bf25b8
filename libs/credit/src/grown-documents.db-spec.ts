import { crmRecords } from '@quittance/crm/testing';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import type { CreditCheckId } from './checks/credit-check.js';
import type { CreditDocument } from './credit-subject.port.js';
import { PlaceHold } from './holds/place-hold.js';
import { ApproveOverride } from './overrides/approve-override.js';
import { RequestOverride } from './overrides/request-override.js';
import type { CreditSettings } from './settings/credit-settings.js';
import { UpdateCreditSettings } from './settings/update-credit-settings.js';
import { creditStage, type CreditStage } from './testing/credit-stage.js';
import { refuseViolated } from './testing/violated-in.js';
import { creditInvariants } from './verify/credit-invariants.js';

const LIMIT = 119_000n;
const GROWN = 130_900n;
/** Beyond the limit by more than a fifth of it. */
const REJECTED = 200_000n;

let t: TestDatabase;
let s: CreditStage;
let ctx: Ctx;
let accountId: AccountId;
let document: CreditDocument;

beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00.000Z');
  s = creditStage(t);
  ctx = await t.newCompany();
  accountId = await s.customer(ctx, LIMIT);
  document = { type: 'sales-order', id: newId() };
});
afterEach(() => refuseViolated(t, ctx, creditInvariants));
afterAll(() => t.close());

const settle = (patch: Partial<CreditSettings>) =>
  new UpdateCreditSettings(t.db).execute(ctx, { ownOverride: true, ...patch }, null);
const asked = (amount: bigint, over: object = {}) =>
  s.check(ctx, { accountId, amount, document, ...over });
/** Has the check overruled; what was asked for is decided by what is answered. */
const overrule = async (id: CreditCheckId) => {
  const why = { reason: 'It secures the year', expiresAt: null };
  const made = await new RequestOverride(t.db, s.models, s.ports).execute(ctx, id, why);
  return () => new ApproveOverride(t.db, s.models, s.ports).execute(ctx, made.id, null);
};
const about = (amount: bigint, currency: 'EUR' | 'USD' = 'EUR') => ({
  accountId,
  amount,
  currency,
});
const read = (amount: bigint, of = document, currency: 'EUR' | 'USD' = 'EUR') =>
  t.db.read(ctx, async (tx) => [
    await s.control.covers(tx, of, { amount, currency }),
    await s.control.allows(tx, of, { amount, currency }),
  ]);
const decides = (was: bigint, now: ReturnType<typeof about>) =>
  t.db.read(ctx, (tx) => s.control.stillDecides(tx, about(was), now));

describe('a document that grew', () => {
  beforeEach(() => settle({}));

  it('stays approved, and is told what was approved and where it stands', async () => {
    const { check } = await asked(LIMIT);
    await s.owes(ctx, accountId, 10_000n);
    const grown = await asked(GROWN);
    expect(grown).toMatchObject({
      reused: true,
      coversDocument: false,
      exposureNow: 10_000n,
      overLimitNow: true,
      check: { id: check.id, documentAmount: LIMIT, exposure: 0n },
    });
    expect((await asked(GROWN, { confirming: true })).check.id).toBe(check.id);
    expect(await asked(LIMIT)).toMatchObject({ reused: true, coversDocument: true });
  });

  it('is approved by the check of what it was made from', async () => {
    const basis = { type: 'quote', id: newId() } as const;
    const { check } = await asked(LIMIT, { document: basis });
    const order = await asked(GROWN, { basis, confirming: true });
    expect(order).toMatchObject({ reused: true, coversDocument: false, check: { id: check.id } });
  });

  it('is asked anew as it binds where the company has that, or a soft hold stands', async () => {
    const { check } = await asked(LIMIT);
    await settle({ recheckOnConfirm: true });
    const afresh = await asked(GROWN, { confirming: true });
    expect(afresh).toMatchObject({ reused: false, check: { outcome: 'needs_approval' } });
    await settle({ recheckOnConfirm: false });
    const other = await s.customer(ctx, LIMIT);
    const theirs = { accountId: other, document: { type: 'sales-order', id: newId() } };
    await asked(LIMIT, theirs);
    const hold = { strength: 'soft', reason: 'manual', amount: null, note: null } as const;
    await new PlaceHold(t.db, s.models).execute(ctx, { accountId: other, ...hold });
    const held = await asked(GROWN, { ...theirs, confirming: true });
    expect(held).toMatchObject({ reused: false, check: { reasons: ['soft_hold'] } });
    expect(held.check.id).not.toBe(check.id);
  });

  it('is asked anew where that is said, also one that was rejected for less', async () => {
    await asked(LIMIT);
    const raised = await asked(REJECTED, { afresh: true });
    expect(raised).toMatchObject({ reused: false, check: { status: 'rejected' } });
    expect((await asked(REJECTED, { afresh: true })).check.id).toBe(raised.check.id);
    const more = await asked(REJECTED + 1n, { afresh: true });
    expect(more).toMatchObject({ reused: false, check: { documentAmount: REJECTED + 1n } });
  });

  it('stays rejected until the limit is raised or there is room', async () => {
    const { check } = await asked(REJECTED);
    const more = await asked(REJECTED + 1n);
    expect(more).toMatchObject({ reused: true, coversDocument: false, check: { id: check.id } });
    await s.limit(ctx, accountId, LIMIT + 1n);
    expect(await asked(REJECTED + 1n)).toMatchObject({
      reused: false,
      check: { documentAmount: REJECTED + 1n },
    });
  });

  it('while its override waited is approved as it is', async () => {
    const { check } = await asked(REJECTED);
    const approve = await overrule(check.id);
    await asked(REJECTED * 2n);
    await approve();
    const grown = await asked(REJECTED * 2n, { confirming: true });
    expect(grown).toMatchObject({
      reused: true,
      coversDocument: false,
      check: { id: check.id, status: 'approved', outcome: 'rejected' },
    });
  });

  it('is not covered, and allowed; what was decided about it still is', async () => {
    await asked(LIMIT);
    expect(await read(LIMIT)).toEqual([true, true]);
    expect(await read(GROWN)).toEqual([false, true]);
    expect(await read(1n, document, 'USD')).toEqual([false, false]);
    expect(await read(1n, { type: 'quote', id: newId() })).toEqual([false, false]);
    expect(await decides(LIMIT, about(GROWN))).toBe(true);
    expect(await decides(LIMIT, about(1n, 'USD'))).toBe(false);
    expect(await decides(LIMIT, { ...about(1n), accountId: newId<'account'>() })).toBe(false);
  });
});

describe('a document that grew, where that is asked about anew', () => {
  beforeEach(() => settle({ recheckGrown: true }));

  it('is run again, and once more where it grows again', async () => {
    const first = await asked(LIMIT);
    const more = await asked(REJECTED);
    expect(more).toMatchObject({
      reused: false,
      coversDocument: true,
      check: { outcome: 'rejected', documentAmount: REJECTED },
    });
    const most = await asked(REJECTED + 1n);
    expect(most).toMatchObject({ reused: false, check: { documentAmount: REJECTED + 1n } });
    expect(new Set([first, more, most].map(({ check }) => check.id)).size).toBe(3);
  });

  it('while its override waited is approved as much as was asked for', async () => {
    const { check } = await asked(REJECTED);
    const approve = await overrule(check.id);
    const grown = await asked(REJECTED * 2n);
    expect(grown).toMatchObject({ reused: true, coversDocument: false, check: { id: check.id } });
    await approve();
    expect((await asked(REJECTED)).check.id).toBe(check.id);
    expect((await asked(REJECTED * 2n)).check.id).not.toBe(check.id);
    expect(await t.db.read(ctx, (tx) => s.control.approvedCheck(tx, document))).toBeUndefined();
  });

  it('beyond what was offered is asked about as what was made of it', async () => {
    const basis = { type: 'quote', id: newId() } as const;
    await asked(LIMIT, { document: basis });
    const order = { basis, confirming: true };
    expect(await asked(REJECTED, order)).toMatchObject({
      reused: false,
      check: { outcome: 'rejected', documentType: 'sales-order' },
    });
    expect(await read(LIMIT, basis)).toEqual([true, true]);
    expect(await read(LIMIT + 1n, basis)).toEqual([false, false]);
    expect(await decides(LIMIT, about(LIMIT))).toBe(true);
    expect(await decides(LIMIT, about(LIMIT + 1n))).toBe(false);
  });
});

it.each([false, true])(
  'a document in another currency than was approved is asked anew: %s',
  async (recheckGrown) => {
    await settle({ recheckGrown });
    const rate = { base: 'USD', quote: 'EUR', rate: '0.5', day: '2026-03-01' };
    await crmRecords(t.db).make(ctx, 'exchange-rate', rate);
    const { check } = await asked(LIMIT);
    const dollars = await asked(1_000n, { currency: 'USD' });
    expect(dollars).toMatchObject({ reused: false, check: { documentCurrency: 'USD' } });
    expect(dollars.check.id).not.toBe(check.id);
  },
);
