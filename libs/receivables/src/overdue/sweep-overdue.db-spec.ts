import type { Ctx } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { Invoice } from '../invoices/invoice.description.js';
import { day } from '@quittance/billing/testing';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import { SweepOverdue } from './sweep-overdue.js';

let t: TestDatabase;
let sweep: SweepOverdue;

beforeAll(async () => {
  t = await testDatabase();
  sweep = new SweepOverdue(t.db);
});

afterAll(() => t.close());

const at = (ctx: Ctx, now: string) => t.ctx(ctx.companyId, { now });

async function given(
  facts: readonly Partial<Invoice>[],
  company: { timeZone?: string } = {},
): Promise<Ctx> {
  const ctx = await t.newCompany(company);
  await t.db.write(ctx, async (tx) => {
    for (const each of facts) await aStoredInvoice(tx, { dueDate: day('2026-03-31'), ...each });
  });
  return ctx;
}

const statuses = async (ctx: Ctx) => {
  const rows = await t.db.read(ctx, (tx) =>
    tx.rows<{ status: string }>(
      `select status from receivables.invoice where company_id = $1 order by number_seq`,
      [ctx.companyId],
    ),
  );
  return rows.map(({ status }) => status);
};

describe('the overdue sweep', () => {
  it('marks sent and viewed invoices the day after their due date, not on it', async () => {
    const ctx = await given([{}, { status: 'viewed' }]);
    expect(await sweep.execute(at(ctx, '2026-03-31T23:59:59Z'))).toBe(0);
    expect(await sweep.execute(at(ctx, '2026-04-01T00:00:00Z'))).toBe(2);
    expect(await statuses(ctx)).toEqual(['overdue', 'overdue']);
    expect(await sweep.execute(at(ctx, '2026-04-02T00:00:00Z'))).toBe(0);
  });

  it('goes by the time zone of the company', async () => {
    const ctx = await given([{}], { timeZone: 'America/Los_Angeles' });
    expect(await sweep.execute(at(ctx, '2026-04-01T06:59:00Z'))).toBe(0);
    expect(await sweep.execute(at(ctx, '2026-04-01T07:00:00Z'))).toBe(1);
  });

  it('leaves every other status and settled invoices as they are', async () => {
    const partly = { paidAmount: 100n, balance: 9900n };
    const ctx = await given([
      { status: 'draft', sentAt: null },
      { status: 'pending', sentAt: null },
      { status: 'partially_paid', ...partly },
      { status: 'disputed' },
      { status: 'paid', paidAmount: 10_000n, balance: 0n },
      { status: 'void', balance: 0n },
      { total: 0n, subtotal: 0n, balance: 0n },
    ]);
    expect(await sweep.execute(at(ctx, '2026-06-01T00:00:00Z'))).toBe(0);
    expect((await statuses(ctx)).includes('overdue')).toBe(false);
  });

  it('is made by two workers at once without a second event', async () => {
    const ctx = await given(Array.from({ length: 40 }, () => ({})));
    const now = at(ctx, '2026-04-01T00:00:00Z');
    const counts = await Promise.all([sweep.execute(now), sweep.execute(now)]);
    expect(counts[0] + counts[1]).toBe(40);
    const { events, entries } = await t.db.read(ctx, (tx) =>
      tx.one<{ events: number; entries: number }>(
        `select (select count(*)::int from outbox.event
             where company_id = $1 and type = 'invoice.overdue' and bulk
               and before = '{"status": "sent"}') as events,
           (select count(*)::int from audit.entry
             where company_id = $1 and action = 'invoice.overdue') as entries`,
        [ctx.companyId],
      ),
    );
    expect([events, entries]).toEqual([40, 40]);
  });
});
