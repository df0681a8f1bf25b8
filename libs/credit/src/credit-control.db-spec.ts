import { crmRecords, type CrmRecords } from '@quittance/crm/testing';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import { testDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { PlaceHold, type HoldInput } from './holds/place-hold.js';
import { UpdateCreditSettings } from './settings/update-credit-settings.js';
import { creditStage, said, type CreditStage } from './testing/credit-stage.js';

let t: TestDatabase;
let s: CreditStage;
let records: CrmRecords;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  records = crmRecords(t.db);
});
beforeEach(async () => {
  t.clock.set('2026-03-02T09:00:00.000Z');
  s = creditStage(t);
  ctx = await t.newCompany();
});
afterAll(() => t.close());

const holdsOf = (accountId: AccountId) =>
  t.db.read(ctx, (tx) => s.control.readHolds(tx, accountId));
const HARD = { strength: 'hard', reason: 'manual', amount: null, note: null } as const;
const place = (accountId: AccountId, over: Partial<HoldInput> = {}) =>
  new PlaceHold(t.db, s.models).execute(ctx, { accountId, ...HARD, ...over });
const settle = (patch: object) => new UpdateCreditSettings(t.db).execute(ctx, patch, null);
const rate = (base: string, quote: string, value: string, day = '2026-03-01') =>
  records.make(ctx, 'exchange-rate', { base, quote, rate: value, day });
const anOrder = () => ({ type: 'sales-order', id: newId() }) as const;

describe('the exposure', () => {
  it('counts the balances of unsettled invoices and the orders', async () => {
    const accountId = await s.customer(ctx, 1_000_000n);
    await s.owes(ctx, accountId, 620_000n);
    s.orders.add(accountId, 250_000n);
    s.orders.add(newId(), 999_999n);
    const { check } = await s.check(ctx, { accountId, amount: 130_000n });
    expect(check).toMatchObject({ exposure: 870_000n, creditLimit: 1_000_000n });
    expect(said(check)).toEqual(['approved', 130_000n, 0n, 35]);
  });

  it('leaves out the document that is checked, and no other', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const document = s.orders.add(accountId, 80_000n);
    const alone = await s.check(ctx, { accountId, amount: 80_000n, document });
    expect(said(alone.check)).toEqual(['approved', 100_000n, 0n, 20]);
    const other = s.orders.add(accountId, 30_000n);
    const { check } = await s.check(ctx, { accountId, amount: 30_000n, document: other });
    expect(said(check)).toEqual(['rejected', 20_000n, 10_000n, 35]);
  });

  it('is summed per currency, then converted and rounded once: example 68', async () => {
    const accountId = await s.customer(ctx, 200_000n);
    await rate('USD', 'EUR', '0.9234');
    await rate('JPY', 'EUR', '0.0061');
    await s.owes(ctx, accountId, 100_000n, 'USD');
    await s.owes(ctx, accountId, 23_456n, 'USD');
    s.orders.add(accountId, 100_000n, 'JPY');
    await s.owes(ctx, accountId, 5_000n);
    const { check } = await s.check(ctx, { accountId, amount: 1n });
    expect(check.exposure).toBe(179_999n);
  });

  it('takes the latest rate on or before the day', async () => {
    const accountId = await s.customer(ctx, 200_000n);
    await rate('USD', 'EUR', '0.5', '2026-03-01');
    await rate('USD', 'EUR', '0.9', '2026-03-03');
    await s.owes(ctx, accountId, 10_000n, 'USD');
    expect((await s.check(ctx, { accountId, amount: 1n })).check.exposure).toBe(5_000n);
    t.clock.set('2026-03-03T00:00:00.000Z');
    ctx = t.ctx(ctx.companyId);
    expect((await s.check(ctx, { accountId, amount: 1n })).check.exposure).toBe(9_000n);
  });

  it('is never guessed where a rate is missing', async () => {
    const accountId = await s.customer(ctx, 200_000n);
    await s.owes(ctx, accountId, 10_000n, 'USD');
    await expect(s.check(ctx, { accountId, amount: 1n })).rejects.toMatchObject({
      code: 'exchange_rate_missing',
    });
    const other = await s.customer(ctx, 200_000n);
    await expect(
      s.check(ctx, { accountId: other, amount: 1n, currency: 'USD' }),
    ).rejects.toMatchObject({ code: 'exchange_rate_missing' });
  });

  it('is what the rows come to, whatever they are', async () => {
    await rate('USD', 'EUR', '0.9234');
    await rate('JPY', 'EUR', '0.0061');
    const amount = fc.record({
      currency: fc.constantFrom('EUR' as const, 'USD' as const, 'JPY' as const),
      minor: fc.bigInt({ min: 1n, max: 10_000_000n }),
      isOrder: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(amount, { maxLength: 8 }), async (amounts) => {
        const accountId = await s.customer(ctx, null);
        for (const { currency, minor, isOrder } of amounts) {
          if (isOrder) s.orders.add(accountId, minor, currency);
          else await s.owes(ctx, accountId, minor, currency);
        }
        const { check } = await s.check(ctx, { accountId, amount: 1n });
        const of = (currency: string) =>
          amounts.reduce((sum, each) => sum + (each.currency === currency ? each.minor : 0n), 0n);
        const rounded = (dividend: bigint, divisor: bigint) =>
          (2n * dividend + divisor) / (2n * divisor);
        const usd = rounded(of('USD') * 9234n, 10_000n);
        const jpy = rounded(of('JPY') * 61n * 100n, 10_000n);
        expect(check.exposure).toBe(of('EUR') + usd + jpy);
      }),
      { numRuns: runs(10, 5) },
    );
  });
});

describe('a check', () => {
  it('raises a soft hold where there is none of any kind, in its transaction', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const { check } = await s.check(ctx, { accountId, amount: 100_001n });
    expect(check.status).toBe('needs_approval');
    const [hold, ...others] = await holdsOf(accountId);
    expect(others).toEqual([]);
    expect(hold).toMatchObject({
      strength: 'soft',
      reason: 'risk',
      checkId: check.id,
      amount: null,
    });
    const next = await s.check(ctx, { accountId, amount: 1n });
    expect(said(next.check)).toEqual(['needs_approval', 100_000n, 0n, 5]);
    expect(await holdsOf(accountId)).toHaveLength(1);
  });

  it('raises none beside a hold that does not reach it', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    await place(accountId, { amount: '99999.00' });
    const { check } = await s.check(ctx, { accountId, amount: 900_000n });
    expect(check.outcome).toBe('rejected');
    expect((await holdsOf(accountId)).map(({ reason }) => reason)).toEqual(['manual']);
  });

  it('counts the bad checks of 90 days for its score: example 60', async () => {
    const accountId = await s.customer(ctx, 1_000_000n);
    await s.owes(ctx, accountId, 870_000n);
    const bad = async (now: string) => {
      t.clock.set(now);
      ctx = t.ctx(ctx.companyId);
      await s.check(ctx, { accountId, amount: 150_000n });
      await t.db.write(ctx, (tx) =>
        tx.run(
          `update credit.credit_hold set status = 'released', released_by = '{}',
             released_at = now(), release_note = 'x' where company_id = $1`,
          [ctx.companyId],
        ),
      );
    };
    await bad('2026-01-01T09:00:00.000Z');
    await bad('2026-02-01T09:00:00.000Z');
    await bad('2026-02-02T09:00:00.000Z');
    // To the second: what is 90 days old counts no longer.
    t.clock.set('2026-04-01T09:00:00.000Z');
    const { check } = await s.check(t.ctx(ctx.companyId), { accountId, amount: 150_000n });
    expect(said(check)).toEqual(['needs_approval', 130_000n, 20_000n, 45]);
    expect(check.riskInputs).toMatchObject({ badChecks: 2, badCheckPoints: 10 });
  });

  it('is asked in any currency, and kept in both', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    await rate('USD', 'EUR', '0.9');
    const { check } = await s.check(ctx, { accountId, amount: 10_000n, currency: 'USD' });
    expect(check).toMatchObject({
      requested: 9_000n,
      currency: 'EUR',
      documentAmount: 10_000n,
      documentCurrency: 'USD',
    });
  });

  it('knows no account of another company', async () => {
    const accountId = await s.customer(await t.newCompany(), 1n);
    await expect(s.check(ctx, { accountId, amount: 1n })).rejects.toMatchObject({
      code: 'not_found',
    });
  });
});

describe('the check of a document', () => {
  it('is reused for as much as was approved, whatever the customer owes by now', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const document = anOrder();
    const first = await s.check(ctx, { accountId, amount: 50_000n, document });
    await s.owes(ctx, accountId, 80_000n);
    const again = await s.check(ctx, { accountId, amount: 50_000n, document });
    expect(again).toMatchObject({
      reused: true,
      coversDocument: true,
      exposureNow: 80_000n,
      overLimitNow: true,
    });
    expect(again.check.id).toBe(first.check.id);
    expect(again.check.exposure).toBe(0n);
    const less = await s.check(ctx, { accountId, amount: 20_000n, document });
    expect(less).toMatchObject({ reused: true, coversDocument: true, overLimitNow: false });
  });

  it('counts for what was made from it', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const basis = { type: 'quote', id: newId() } as const;
    const { check } = await s.check(ctx, { accountId, amount: 50_000n, document: basis });
    const order = { accountId, amount: 50_000n, document: anOrder(), basis };
    expect(await s.check(ctx, order)).toMatchObject({ reused: true, check: { id: check.id } });
    await settle({ recheckOnConfirm: true });
    const afresh = await s.check(ctx, { ...order, confirming: true });
    expect(afresh).toMatchObject({ reused: false, check: { documentType: 'sales-order' } });
  });

  it('of a document that is to bind counts no longer where a hold has come since', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const document = anOrder();
    const bind = () => s.check(ctx, { accountId, amount: 50_000n, document, confirming: true });
    const { check } = await bind();
    expect(await bind()).toMatchObject({ reused: true, check: { id: check.id } });
    await place(accountId, { strength: 'soft', amount: '499.99' });
    expect(await bind()).toMatchObject({ reused: false, check: { outcome: 'needs_approval' } });
    await place(accountId, { strength: 'hard' });
    await expect(bind()).rejects.toMatchObject({ code: 'credit_hold_hard' });
  });

  it('that was rejected stays, until the limit is raised or there is room', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const document = anOrder();
    const ask = () => s.check(ctx, { accountId, amount: 150_000n, document });
    const first = await ask();
    expect(first.check.status).toBe('rejected');
    expect(await ask()).toMatchObject({ reused: true, check: { id: first.check.id } });
    await s.limit(ctx, accountId, 200_000n);
    const raised = await ask();
    // The hold that the first one raised stands: example of 35, section 6.
    expect(raised).toMatchObject({ reused: false, check: { outcome: 'needs_approval' } });
    expect(raised.check.reasons).toEqual(['soft_hold']);
  });

  it('is released from its own hold where the company wants that', async () => {
    await settle({ releaseOwnHold: true });
    const accountId = await s.customer(ctx, 100_000n);
    const document = anOrder();
    const ask = () => s.check(ctx, { accountId, amount: 150_000n, document });
    await ask();
    await s.limit(ctx, accountId, 160_000n);
    expect((await ask()).check.outcome).toBe('approved');
    expect(await holdsOf(accountId)).toEqual([]);
  });

  it('is not released from the hold of another document', async () => {
    await settle({ releaseOwnHold: true });
    const accountId = await s.customer(ctx, 100_000n);
    await s.check(ctx, { accountId, amount: 150_000n, document: anOrder() });
    const { check } = await s.check(ctx, { accountId, amount: 1n, document: anOrder() });
    expect(check.reasons).toEqual(['soft_hold']);
    expect(await holdsOf(accountId)).toHaveLength(1);
  });

  it('that needs approval is run again, and the earlier one counts no longer', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const document = anOrder();
    const first = await s.check(ctx, { accountId, amount: 110_000n, document });
    const second = await s.check(ctx, { accountId, amount: 110_000n, document });
    expect(second.check.id).not.toBe(first.check.id);
    const { rows } = await t.db.read(ctx, async (tx) => ({
      rows: await tx.rows(
        `select id, superseded_at is not null as gone from credit.credit_check
         where company_id = $1 order by created_at, id`,
        [ctx.companyId],
      ),
    }));
    expect(rows).toEqual([
      { id: first.check.id, gone: true },
      { id: second.check.id, gone: false },
    ]);
  });

  it('is asked afresh where the document asks for more', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const document = anOrder();
    await s.check(ctx, { accountId, amount: 50_000n, document });
    const more = await s.check(ctx, { accountId, amount: 150_000n, document, afresh: true });
    expect(more).toMatchObject({ reused: false, check: { outcome: 'rejected' } });
    expect(await t.db.read(ctx, (tx) => s.control.approvedCheck(tx, document))).toBeUndefined();
  });

  it('is cancelled with the document, so that whoever reopens it is asked again', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const document = anOrder();
    const { check } = await s.check(ctx, { accountId, amount: 50_000n, document });
    await t.db.write(ctx, (tx) => s.control.cancelCheck(tx, { accountId, document }));
    await s.owes(ctx, accountId, 100_000n);
    const again = await s.check(ctx, { accountId, amount: 50_000n, document });
    expect(again).toMatchObject({ reused: false, check: { outcome: 'rejected' } });
    expect(again.check.id).not.toBe(check.id);
    await t.db.write(ctx, (tx) => s.control.cancelCheck(tx, { accountId, document: anOrder() }));
  });
});

describe('a hard hold', () => {
  const request = (accountId: AccountId, amount: bigint) =>
    t.db.write(ctx, (tx) =>
      s.control.requireNoHardHold(tx, { accountId, amount, currency: 'EUR' }),
    );

  it('refuses by its reason, and from its amount on: example 66', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    await s.owes(ctx, accountId, 30_000n);
    await request(accountId, 999_999n);
    await place(accountId, { amount: '500.00', reason: 'overdue_payment' });
    await request(accountId, 20_000n);
    await expect(request(accountId, 20_001n)).rejects.toMatchObject({
      code: 'credit_hold_hard',
      message: expect.stringContaining('overdue_payment') as string,
    });
  });

  it('counts in the currency that it was placed in', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    await place(accountId, { amount: '500.00' });
    await rate('EUR', 'USD', '1.2');
    await t.db.write(ctx, (tx) =>
      tx.run(
        `update crm.ledger_account set default_currency = 'USD'
         where company_id = $1 and account_id = $2`,
        [ctx.companyId, accountId],
      ),
    );
    const inDollars = (amount: bigint) =>
      t.db.write(ctx, (tx) =>
        s.control.requireNoHardHold(tx, { accountId, amount, currency: 'USD' }),
      );
    await inDollars(60_000n);
    await expect(inDollars(60_001n)).rejects.toMatchObject({ code: 'credit_hold_hard' });
  });

  it('is not what a soft one is', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    await place(accountId, { strength: 'soft' });
    expect(await request(accountId, 999_999n)).toBeUndefined();
  });
});

describe('two that ask at once', () => {
  it('and fit singly are not both approved: example 70', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const open = () =>
      t.db.write(ctx, async (tx) => {
        const { check } = await s.control.check(tx, {
          accountId,
          amount: 80_000n,
          currency: 'EUR',
        });
        // The document binds within the transaction that was allowed to.
        if (check.outcome === 'approved') {
          await tx.run(
            `insert into receivables.invoice (company_id, id, number, number_period, number_seq,
               status, account_id, currency, issue_date, due_date, bill_to, subtotal, tax_total,
               total, balance, created_at, updated_at)
             values ($1, $2::uuid, $2::uuid::text, '', 1, 'draft', $3, 'EUR', '2026-03-01',
               '2026-03-31', '{}', 80000, 0, 80000, 80000, now(), now())`,
            [ctx.companyId, newId(), accountId],
          );
        }
        return said(check);
      });
    const answers = await Promise.all([open(), open()]);
    expect(answers).toEqual(
      expect.arrayContaining([
        ['approved', 100_000n, 0n, 20],
        ['rejected', 20_000n, 60_000n, 35],
      ]),
    );
    expect(await holdsOf(accountId)).toMatchObject([{ strength: 'soft', reason: 'risk' }]);
  });

  it('for one document get one check', async () => {
    const accountId = await s.customer(ctx, 100_000n);
    const document = anOrder();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => s.check(ctx, { accountId, amount: 50_000n, document })),
    );
    expect(new Set(answers.map(({ check }) => check.id)).size).toBe(1);
    expect(answers.filter(({ reused }) => !reused)).toHaveLength(1);
  });
});
