import { newId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import { moneyOperations, type MoneyOperations } from '../testing/money-operations.js';
import type { Invoice } from './invoice.description.js';
import { markViewed } from './mark-viewed.js';

const OPENED = '2026-03-05T10:00:00.000Z';
const LATER = '2026-03-06T10:00:00.000Z';

let t: TestDatabase;
let ctx: Ctx;
let money: MoneyOperations;

beforeAll(async () => {
  t = await testDatabase();
  money = moneyOperations(t.db);
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany();
});

function stored(facts: Partial<Invoice> = {}): Promise<{ id: InvoiceId }> {
  return t.db.write(ctx, (tx) => aStoredInvoice(tx, facts));
}

/** The customer opens it, by a share link. */
function open(id: InvoiceId, now = OPENED): Promise<void> {
  const actor = { kind: 'share_link', id: null, name: 'Share link' } as const;
  const by: Ctx = { ...t.ctx(ctx.companyId, { now }), actor };
  return t.db.write(by, (tx) => markViewed(tx, id));
}

function rows<T = Record<string, unknown>>(text: string, params: unknown[] = []): Promise<T[]> {
  return t.db.read(ctx, (tx) => tx.rows<T>(text, params));
}

async function stateOf(id: InvoiceId) {
  const [row] = await rows(
    `select status, viewed_at as "viewedAt", version, paid_amount as "paidAmount"
     from receivables.invoice where id = $1`,
    [id],
  );
  return row;
}

const events = () =>
  rows(
    `select record_id as id, data->>'status' as status, changed from outbox.event
     where type = 'invoice.viewed'`,
  );

const log = () =>
  rows(
    `select record_id as id, actor_kind as "actorKind", before, after from audit.entry
     where action = 'invoice.viewed'`,
  );

it('the first opening of a sent invoice is kept, announced and logged', async () => {
  const { id } = await stored();
  await open(id);
  expect(await stateOf(id)).toMatchObject({ status: 'viewed', viewedAt: OPENED, version: 2 });
  expect(await events()).toEqual([{ id, status: 'viewed', changed: ['status', 'viewedAt'] }]);
  expect(await log()).toEqual([
    {
      id,
      actorKind: 'share_link',
      before: { status: 'sent', viewedAt: null },
      after: { status: 'viewed', viewedAt: OPENED },
    },
  ]);
});

it('later openings change nothing, however many there are at once', async () => {
  const { id } = await stored();
  await Promise.all(Array.from({ length: 5 }, () => open(id)));
  await open(id, LATER);
  expect(await stateOf(id)).toMatchObject({ status: 'viewed', viewedAt: OPENED, version: 2 });
  expect([await events(), await log()]).toEqual([[expect.anything()], [expect.anything()]]);
});

it.each<[string, Partial<Invoice>]>([
  ['a draft', { status: 'draft', sentAt: null }],
  ['one that waits for approval', { status: 'pending', unsentStatus: 'pending', sentAt: null }],
  ['a draft that was paid', { status: 'paid', sentAt: null, paidAmount: 10_000n, balance: 0n }],
  ['a void one', { status: 'void', balance: 0n }],
  ['a cancelled one', { status: 'cancelled', balance: 0n, sentAt: null }],
])('%s is not viewed', async (_, facts) => {
  const { id } = await stored(facts);
  await open(id);
  expect(await stateOf(id)).toMatchObject({ status: facts.status, viewedAt: null, version: 1 });
  expect([await events(), await log()]).toEqual([[], []]);
});

it.each<[string, Partial<Invoice>]>([
  ['partially_paid', { paidAmount: 4_000n, balance: 6_000n }],
  ['paid', { paidAmount: 10_000n, balance: 0n }],
  ['overdue', {}],
])('one that is %s stays so, and is viewed all the same', async (status, facts) => {
  const { id } = await stored({ status: status as Invoice['status'], ...facts });
  await open(id);
  expect(await stateOf(id)).toMatchObject({ status, viewedAt: OPENED, version: 2 });
  expect(await events()).toEqual([{ id, status, changed: ['viewedAt'] }]);
});

it('a payment at the same time loses nothing, and what is returned leaves it viewed', async () => {
  const { id } = await stored();
  const [paid] = await Promise.all([
    money.recordPayment.execute(ctx, id, { amount: '40.00', method: 'cash' }),
    open(id),
  ]);
  expect(await stateOf(id)).toMatchObject({
    status: 'partially_paid',
    viewedAt: OPENED,
    paidAmount: 4_000n,
    version: 3,
  });
  expect(await events()).toHaveLength(1);
  await money.refundPayment.execute(ctx, paid.id, { reason: 'Returned' });
  expect(await stateOf(id)).toMatchObject({ status: 'viewed', paidAmount: 0n });
});

it('nobody views what does not exist, or is of another company', async () => {
  await expect(open(newId<'invoice'>())).rejects.toMatchObject({ code: 'not_found' });
  const { id } = await stored();
  ctx = await t.newCompany();
  await expect(open(id)).rejects.toMatchObject({ code: 'not_found' });
});
