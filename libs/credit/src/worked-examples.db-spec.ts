import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { PlaceHold } from './holds/place-hold.js';
import { ReleaseHold } from './holds/release-hold.js';
import { creditStage, said, type CreditStage } from './testing/credit-stage.js';
import { refuseViolated } from './testing/violated-in.js';
import { creditInvariants } from './verify/credit-invariants.js';

/** Examples of the specification, by their numbers there: outcome, available, shortfall, score. */
let t: TestDatabase;
let s: CreditStage;
let ctx: Ctx;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00.000Z');
  s = creditStage(t);
  ctx = await t.newCompany();
});
afterEach(() => refuseViolated(t, ctx, creditInvariants));
afterAll(() => t.close());

const holdsOf = (accountId: AccountId) =>
  t.db.read(ctx, (tx) => s.control.readHolds(tx, accountId));
const asked = async (accountId: AccountId, amount: bigint) =>
  (await s.check(ctx, { accountId, amount })).check;
const release = async (accountId: AccountId) => {
  for (const { id } of await holdsOf(accountId)) {
    await new ReleaseHold(t.db, s.models).execute(ctx, id, 'Spoken to');
  }
};

describe('a check that is stored', () => {
  it('example 64: is rejected for a cent of a limit of zero, and raises a soft hold', async () => {
    const accountId = await s.customer(ctx, 0n);
    const check = await asked(accountId, 1n);
    expect(said(check)).toEqual(['rejected', 0n, 1n, 35]);
    expect(check).toMatchObject({ creditLimit: 0n, exposure: 0n, requested: 1n });
    expect(await holdsOf(accountId)).toMatchObject([{ strength: 'soft', reason: 'risk' }]);
  });

  it('example 65: is approved without a limit, and scores by its history alone', async () => {
    const accountId = await s.customer(ctx, 0n);
    for (let i = 0; i < 5; i += 1) {
      expect((await asked(accountId, 1n)).outcome).toBe('rejected');
      await release(accountId);
    }
    await s.limit(ctx, accountId, null);
    await s.owes(ctx, accountId, 500_000_000n);
    const check = await asked(accountId, 100n);
    expect(said(check)).toEqual(['approved', null, null, 20]);
    expect(check).toMatchObject({
      creditLimit: null,
      exposure: 500_000_000n,
      riskInputs: { utilisation: null, utilisationPoints: 0, badChecks: 5, badCheckPoints: 20 },
    });
  });

  it('example 66: is rejected by a hard hold strictly above its amount', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    await s.owes(ctx, accountId, 30_000n);
    const hold = { strength: 'hard', reason: 'manual', amount: '500.00', note: null } as const;
    await new PlaceHold(t.db, s.models).execute(ctx, { accountId, ...hold });
    const document = { type: 'sales-order', id: newId() } as const;
    const first = await s.check(ctx, { accountId, amount: 20_000n, document });
    expect(said(first.check)).toEqual(['approved', 70_000n, 0n, 0]);
    expect(said(await asked(accountId, 20_001n))).toEqual(['rejected', 70_000n, 0n, 100]);
    // The hold that is there is the only one.
    expect(await holdsOf(accountId)).toMatchObject([{ strength: 'hard' }]);
  });

  it('example 67: scores a utilisation above half of the limit, and not exactly half', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const half = await asked(accountId, 50_000n);
    expect(said(half)).toEqual(['approved', 100_000n, 0n, 0]);
    expect(half.riskInputs.utilisation).toBe('50.00');
    const more = await asked(accountId, 50_001n);
    expect(said(more)).toEqual(['approved', 100_000n, 0n, 10]);
    expect(more.riskInputs).toMatchObject({ utilisationPoints: 10, badCheckPoints: 0 });
  });
});
