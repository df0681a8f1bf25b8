import { sql } from '@quittance/database';
import { newId, parseInstant, type Ctx } from '@quittance/kernel';
import { parseLocalDate } from '@quittance/calendar';
import type { Currency } from '@quittance/money';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { aStoredInvoice } from '../testing/a-stored-invoice.js';
import type { Dispute } from '../disputes/dispute.js';
import { invoices, type Invoice } from '../invoices/invoice.repository.js';
import { invoiceNoun } from '../invoices/invoice.description.js';
import { invoiceHead } from '../invoices/invoice.view.js';
import { writeInvoiceHead } from './listed-invoice.js';

const ALL = sql(
  `select ${invoices.select('i', invoiceNoun.head)} from receivables.invoice i order by i.id`,
);
const TODAY = parseLocalDate('2026-04-01');

let t: TestDatabase;
let ctx: Ctx;

beforeAll(async () => {
  t = await testDatabase();
  ctx = await t.newCompany();
});
afterAll(() => t.close());

const DISPUTE: Dispute = {
  id: newId<'dispute'>(),
  amount: '4000',
  lineIds: [newId<'invoice-line'>()],
  lines: [{ lineId: newId<'invoice-line'>(), amount: '4000', quantity: '2' }],
  kind: 'not_received',
  reason: 'The "blue" one never came',
  reviewedAt: null,
  openedAt: parseInstant('2026-03-05T10:00:00Z'),
  openedBy: { kind: 'staff', id: newId<'user'>(), name: 'Clerk' },
  partPaidAt: parseInstant('2026-03-06T10:00:00Z'),
  closedAt: null,
  closedBy: null,
  outcome: null,
  note: null,
};

const FACTS: readonly Partial<Invoice>[] = [
  {},
  { currency: 'JPY' as Currency, total: 7n },
  { currency: 'KWD' as Currency, total: 5n, dueDate: parseLocalDate('2026-04-01') },
  { total: 0n, status: 'paid' },
  { total: 98_765_432_101_234n },
  { notes: 'a "quoted" \\ line\nand\ttab, \u2028 and 🧾', poNumber: '' },
  {
    sentAt: parseInstant('2026-03-01T09:30:00.120Z'),
    viewedAt: parseInstant('2026-03-02T00:00:00Z'),
  },
  { status: 'draft', sentAt: null, pricesIncludeTax: true, taxRounding: 'line' },
  { status: 'disputed', dispute: { ...DISPUTE, amount: '4000' } },
  { dispute: { ...DISPUTE, amount: '999999', closedAt: DISPUTE.openedAt, outcome: 'accepted' } },
  { periodStart: parseLocalDate('2026-02-01'), periodEnd: parseLocalDate('2026-02-28') },
  { externalReference: 'A-"1"' },
];

test('a row written as text says what the view of the row says, in the same order', async () => {
  await t.db.write(ctx, async (tx) => {
    for (const facts of FACTS) await aStoredInvoice(tx, facts);
  });
  const [rows, texts] = await t.db.read(ctx, (tx) =>
    Promise.all([tx.rows<Invoice>(ALL), tx.texts(ALL)]),
  );
  expect(texts).toHaveLength(FACTS.length);
  for (const [i, row] of rows.entries()) {
    const written = JSON.parse(writeInvoiceHead(texts[i] ?? [], TODAY)) as object;
    const shown = invoiceHead(row, TODAY);
    expect(written).toEqual(shown);
    expect(Object.keys(written)).toEqual(Object.keys(shown));
  }
  expect(new Set(rows.map((row) => invoiceHead(row, TODAY).isOverdue))).toEqual(
    new Set([true, false]),
  );
});
