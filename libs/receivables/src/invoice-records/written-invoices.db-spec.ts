import type { AccountId, Ctx } from '@quittance/kernel';
import { RateBooks } from '@quittance/tax/host';
import { TaxRecorder } from '@quittance/tax';
import { Readable } from 'node:stream';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ImportInvoices } from '../import/import-invoices.js';
import { SweepOverdue } from '../overdue/sweep-overdue.js';
import { RecordPayment } from '../payments/record-payment.js';
import { day, storeSchedules } from '@quittance/billing/testing';
import { ShapedBooks } from '../testing/shaped-books.js';
import type { InvoiceView } from '../invoices/invoice.view.js';
import { SendInvoice } from '../invoices/send-invoice.js';
import { NoLinks } from '../testing/no-links.js';
import { UpdateInvoice, type InvoicePatch } from '../invoices/update-invoice.js';
import { VoidInvoice } from '../invoices/void-invoice.js';

let t: TestDatabase;
let books: ShapedBooks;
let ctx: Ctx;
let accountId: AccountId;

beforeAll(async () => {
  // Of its own: what the books conclude stays with it.
  t = await testDatabase({ apart: true });
  books = new ShapedBooks(t.db);
});
afterAll(() => t?.close());
beforeEach(async () => {
  ctx = await t.newCompany();
  accountId = await books.account(ctx);
});

const change = ({ id }: InvoiceView, patch: InvoicePatch) =>
  new UpdateInvoice(books.quotes, books.fields, new NoLinks()).execute(ctx, id, patch, null);
const schedules = (all: Parameters<typeof storeSchedules>[2]) =>
  t.db.write(ctx, (tx) => storeSchedules(tx, accountId, all));

const ROWS = `customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount,Disputed,SettledDate
C-1,A-1,1/2/2026,2/1/2026,50.00,No,1/20/2026
C-1,A-2,1/3/2026,2/2/2026,500.00,No,
C-2,A-3,1/4/2026,2/3/2026,60.00,No,
`;

describe('what is stored of invoices', () => {
  const keep = async () => {
    await books.field(ctx, 'account', {
      name: 'open__c',
      type: 'rollup',
      indexed: true,
      settings: {
        child: 'invoice',
        childField: 'accountId',
        function: 'sum',
        of: 'balance',
        filter: { field: 'status', op: 'ne', value: 'draft' },
        stored: true,
      },
    });
    await books.field(ctx, 'account', {
      name: 'count__c',
      type: 'rollup',
      indexed: true,
      settings: { child: 'invoice', childField: 'accountId', function: 'count', stored: true },
    });
    await books.field(ctx, 'invoice', {
      name: 'rest__c',
      type: 'formula',
      indexed: true,
      settings: { formula: 'IF(status = "paid", "settled", TEXT(balance))', stored: true },
    });
    await books.build(ctx);
  };
  const kept = async (id: string = accountId) =>
    (
      await books.rows<{ open: string; count: string }>(
        ctx,
        `select custom ->> 'open__c' as open, custom ->> 'count__c' as count from crm.account
         where id = '${id}'`,
      )
    )[0];
  const rest = async () => {
    const found = await books.rows<{ rest: string; beside: string }>(
      ctx,
      `select i.custom ->> 'rest__c' as rest, v.text_value as beside from receivables.invoice i
       left join objects.field_value v on v.company_id = i.company_id and v.record_id = i.id
       order by i.number_seq`,
    );
    expect(found.map(({ beside }) => beside)).toEqual(found.map((each) => each.rest));
    return found.map((each) => each.rest);
  };
  const send = ({ id }: InvoiceView) =>
    new SendInvoice(t.db, new TaxRecorder(new RateBooks())).execute(ctx, id, {});

  it('follows an invoice that is made, sent, paid, voided and given to another', async () => {
    await keep();
    const invoice = await books.invoice(ctx, accountId);
    expect(await kept()).toEqual({ open: '0', count: '1' });
    expect(await rest()).toEqual(['100']);
    await send(invoice);
    expect(await kept()).toEqual({ open: '100', count: '1' });
    const facts = { method: 'bank_transfer', receivedOn: invoice.issueDate } as const;
    await new RecordPayment(t.db).execute(ctx, invoice.id, { amount: '40.00', ...facts });
    expect([await kept(), await rest()]).toEqual([{ open: '60', count: '1' }, ['60']]);
    await new RecordPayment(t.db).execute(ctx, invoice.id, { amount: '60.00', ...facts });
    expect([await kept(), await rest()]).toEqual([{ open: '0', count: '1' }, ['settled']]);
    const other = await books.account(ctx, 'Other');
    const moved = await books.invoice(ctx, accountId);
    await change(moved, { accountId: other });
    expect([await kept(), await kept(other)]).toEqual([
      { open: '0', count: '1' },
      { open: '0', count: '1' },
    ]);
    await send(moved);
    expect(await kept(other)).toEqual({ open: '100', count: '1' });
    await new VoidInvoice(t.db).execute(ctx, moved.id, { reason: 'Twice' });
    expect([await kept(other), await rest()]).toEqual([
      { open: '0', count: '1' },
      ['settled', '0'],
    ]);
  });

  it('follows a billing run, an import and the passing of days', async () => {
    await keep();
    await schedules([{}, {}]);
    await books.run(ctx, '2026-01-31');
    expect([await kept(), await rest()]).toEqual([{ open: '0', count: '2' }, ['300', '300']]);
    await new ImportInvoices(t.db, books.models).execute(ctx, {
      body: Readable.from([Buffer.from(ROWS)]),
      format: 'csv',
      asOf: day('2026-01-31'),
    });
    const [{ id } = { id: '' }] = await books.rows<{ id: string }>(
      ctx,
      `select id from crm.account where external_key = 'C-1'`,
    );
    expect(await kept(id)).toEqual({ open: '500', count: '2' });
    expect(await rest()).toEqual(['300', '300', 'settled', '500', '60']);
    await books.field(ctx, 'account', {
      name: 'late__c',
      type: 'rollup',
      indexed: true,
      settings: {
        child: 'invoice',
        childField: 'accountId',
        function: 'count',
        filter: { field: 'status', op: 'eq', value: 'overdue' },
        stored: true,
      },
    });
    await books.build(ctx);
    const late = `select custom ->> 'late__c' as late from crm.account where id = '${id}'`;
    expect(await books.rows(ctx, late)).toEqual([{ late: '0' }]);
    await new SweepOverdue(t.db).execute({ ...ctx, now: '2026-03-01T12:00:00.000Z' as Ctx['now'] });
    expect(await books.rows(ctx, late)).toEqual([{ late: '1' }]);
  });
});
