import type { AccountId, Ctx, DomainError } from '@quittance/kernel';
import { Readable } from 'node:stream';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { ImportInvoices } from '../import/import-invoices.js';
import { aScheduleLine, day, storeSchedules } from '@quittance/billing/testing';
import { aLine, ShapedBooks } from '../testing/shaped-books.js';
import { AddInvoiceLine } from '../invoice-lines/add-invoice-line.js';
import { NoLinks } from '../testing/no-links.js';
import { UpdateInvoice, type InvoicePatch } from '../invoices/update-invoice.js';
import type { InvoiceView } from '../invoices/invoice.view.js';

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

async function refusal(work: Promise<unknown>) {
  const error = await work.then(
    () => Promise.reject(new Error('It was not refused')),
    (refused: DomainError) => refused,
  );
  return { code: error.code, errors: error.options.errors ?? [] };
}

const change = ({ id }: InvoiceView, patch: InvoicePatch) =>
  new UpdateInvoice(books.quotes, books.fields, new NoLinks()).execute(ctx, id, patch, null);
const addLine = ({ id }: InvoiceView, price: string) =>
  new AddInvoiceLine(books.quotes, books.fields).execute(ctx, id, aLine(price), null);
const schedules = (all: Parameters<typeof storeSchedules>[2]) =>
  t.db.write(ctx, (tx) => storeSchedules(tx, accountId, all));
const smallTotals = (most: string) =>
  books.rule(ctx, 'validation', {
    formula: `total <= ${most}`,
    message: 'is too much',
    field: 'total',
  });
const custom = () =>
  books.rows<Record<string, string | null>>(
    ctx,
    `select number, custom from receivables.invoice order by number_seq`,
  );

describe('the rules of a company on a change of an invoice', () => {
  it('hold for the total that the change comes to', async () => {
    const invoice = await books.invoice(ctx, accountId, { lines: [aLine('100')] });
    await smallTotals('150');
    const refused = { code: 'validation_failed', errors: [{ pointer: '/total' }] };
    expect(await refusal(addLine(invoice, '100'))).toMatchObject(refused);
    expect(await addLine(invoice, '20')).toMatchObject({ total: '120.00' });
  });

  it('are asked with the totals after it is priced again', async () => {
    const invoice = await books.invoice(ctx, accountId, {
      lines: [{ ...aLine('100'), taxRate: '20' }],
    });
    expect(invoice.total).toBe('120.00');
    await smallTotals('110');
    expect(await change(invoice, { pricesIncludeTax: true })).toMatchObject({ total: '100.00' });
    expect(await refusal(change(invoice, { pricesIncludeTax: false }))).toMatchObject({
      errors: [{ pointer: '/total', message: 'is too much' }],
    });
  });

  it('compare standard fields as they will be with those of others', async () => {
    const fields = [{ field: 'poNumber', match: 'exact' as const }];
    await books.rule(ctx, 'duplicate', { fields, action: 'block' });
    const first = await books.invoice(ctx, accountId, { poNumber: 'PO-1' });
    const second = await books.invoice(ctx, accountId, { poNumber: 'PO-2' });
    expect((await refusal(change(second, { poNumber: 'PO-1' }))).code).toBe('duplicate_record');
    await change(first, { poNumber: 'PO-3' });
    await change(second, { poNumber: 'PO-1' });
    const third = books.invoice(ctx, accountId, { poNumber: 'PO-3' });
    expect((await refusal(third)).code).toBe('duplicate_record');
  });

  it('see formulas that are computed of the invoice', async () => {
    await books.field(ctx, 'invoice', {
      name: 'double__c',
      type: 'formula',
      settings: { formula: 'total * 2' },
    });
    const definition = { formula: 'double__c <= 100', message: 'too much', field: null };
    await books.rule(ctx, 'validation', definition);
    expect(await books.invoice(ctx, accountId, { lines: [aLine('50')] })).toBeDefined();
    const larger = books.invoice(ctx, accountId, { lines: [aLine('51')] });
    expect((await refusal(larger)).code).toBe('validation_failed');
  });

  it('let a standard field make a custom one required', async () => {
    await books.field(ctx, 'invoice', {
      name: 'why__c',
      type: 'text',
      requiredWhen: 'total > 1000',
    });
    await books.invoice(ctx, accountId, { lines: [aLine('1000')] });
    const larger = books.invoice(ctx, accountId, { lines: [aLine('1001')] });
    expect((await refusal(larger)).errors).toMatchObject([{ pointer: '/why__c' }]);
  });
});

describe('a file in a custom field of an invoice', () => {
  const documentOn = async (recordId: string, object = 'invoice') => {
    const [row] = await t.db.write(ctx, (tx) =>
      tx.rows<{ id: string }>(
        `insert into objects.document (company_id, id, object, record_id, file_name, mime_type,
           size, sha256, visibility, state, created_at, created_by, updated_at)
         values ($1, gen_random_uuid(), $2, $3, 'a.pdf', 'application/pdf', 2000, $4, 'internal',
           'stored', now(), null, now()) returning id`,
        [ctx.companyId, object, recordId, '00'.repeat(32)],
      ),
    );
    return row?.id ?? '';
  };

  it('hangs on that very invoice and is of the size and kind that the field takes', async () => {
    const invoice = await books.invoice(ctx, accountId);
    const other = await books.invoice(ctx, accountId);
    await books.field(ctx, 'invoice', {
      name: 'scan__c',
      type: 'file',
      settings: { mimeTypes: ['application/pdf'] },
    });
    await books.field(ctx, 'invoice', {
      name: 'small__c',
      type: 'file',
      settings: { maxBytes: 1000 },
    });
    const [own, foreign] = [await documentOn(invoice.id), await documentOn(other.id)];
    expect(
      (await refusal(change(invoice, { custom: { scan__c: [foreign] } }))).errors,
    ).toMatchObject([{ pointer: '/scan__c/0', code: 'reference_not_found' }]);
    expect((await refusal(change(invoice, { custom: { small__c: [own] } }))).errors).toMatchObject([
      { pointer: '/small__c/0' },
    ]);
    await change(invoice, { custom: { scan__c: [own] } });
    expect(await custom()).toMatchObject([{ custom: { scan__c: [own] } }, { custom: {} }]);
  });
});

describe('the rules of a company in a billing run', () => {
  it('give each invoice its defaults and numbers', async () => {
    await books.field(ctx, 'invoice', {
      name: 'zone__c',
      type: 'text',
      default: 'north',
      indexed: true,
    });
    await books.field(ctx, 'invoice', { name: 'must__c', type: 'text', required: true });
    await books.field(ctx, 'invoice', {
      name: 'no__c',
      type: 'auto_number',
      settings: { format: 'R-{SEQ:3}' },
    });
    await schedules([{}, {}]);
    expect(await books.run(ctx, '2026-01-31')).toMatchObject({ invoiced: 2, failed: 0 });
    expect(await custom()).toEqual([
      { number: 'INV-000001', custom: { zone__c: 'north', no__c: 'R-001' } },
      { number: 'INV-000002', custom: { zone__c: 'north', no__c: 'R-002' } },
    ]);
    const beside = `select text_value as zone from objects.field_value`;
    expect(await books.rows(ctx, beside)).toEqual([{ zone: 'north' }, { zone: 'north' }]);
    const [event] = await books.rows<{ data: object }>(
      ctx,
      `select data from outbox.event where type = 'invoice.created' order by seq`,
    );
    expect(event?.data).toMatchObject({ number: 'INV-000001', zone__c: 'north' });
  });

  it('keep a schedule from being billed that breaks them, and no other', async () => {
    await smallTotals('400');
    const of = (unitPrice: string) => ({ lines: [aScheduleLine({ unitPrice, quantity: '1' })] });
    const ids = await schedules([of('300'), of('500'), of('400')]);
    expect(await books.run(ctx, '2026-01-31')).toMatchObject({
      status: 'completed_with_failures',
      invoiced: 2,
      failed: 1,
    });
    expect(await custom()).toMatchObject([{ number: 'INV-000001' }, { number: 'INV-000002' }]);
    const failures = `select schedule_id as id, code, detail from billing.billing_run_failure`;
    expect(await books.rows(ctx, failures)).toEqual([
      { id: ids[1], code: 'validation_failed', detail: expect.stringContaining('is too much') },
    ]);
    const waiting = `select next_billing_date as next, next_period as period,
      last_run_failed as failed
      from billing.schedule where id = '${ids[1]}'`;
    expect(await books.rows(ctx, waiting)).toEqual([
      { next: '2026-01-31', period: 0, failed: true },
    ]);
  });

  it('stop a schedule that catches up before the period that breaks them', async () => {
    await books.rule(ctx, 'validation', {
      formula: 'MONTH(issueDate) <> 3',
      message: 'not in March',
      field: null,
    });
    const [id] = await schedules([{}]);
    expect(await books.run(ctx, '2026-05-31', true)).toMatchObject({ invoiced: 2, failed: 1 });
    const [schedule] = await books.rows<object>(
      ctx,
      `select next_billing_date as next, next_period as period, billed_through as through
       from billing.schedule where id = '${id}'`,
    );
    expect(schedule).toEqual({ next: '2026-03-31', period: 2, through: '2026-02-28' });
  });

  it('know its invoices by their duplicate keys, and refuse the second of two', async () => {
    const fields = [
      { field: 'accountId', match: 'exact' as const },
      { field: 'issueDate', match: 'exact' as const },
    ];
    await books.rule(ctx, 'duplicate', { fields, action: 'block' });
    await schedules([{}, {}]);
    expect(await books.run(ctx, '2026-01-31')).toMatchObject({ invoiced: 1, failed: 1 });
    const same = books.invoice(ctx, accountId, { issueDate: day('2026-01-31') });
    expect((await refusal(same)).code).toBe('duplicate_record');
  });
});

const ROWS = `customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount,Disputed,SettledDate
C-1,A-1,1/2/2026,2/1/2026,50.00,No,1/20/2026
C-1,A-2,1/3/2026,2/2/2026,500.00,No,
C-2,A-3,1/4/2026,2/3/2026,60.00,No,
`;

describe('the rules of a company in an import of invoices', () => {
  const load = (dryRun = false) =>
    new ImportInvoices(t.db, books.models).execute(ctx, {
      body: Readable.from([Buffer.from(ROWS)]),
      format: 'csv',
      asOf: day('2026-01-31'),
      dryRun,
    });

  it.each([true, false])('name the rows that break them (dry run: %s)', async (dryRun) => {
    await smallTotals('100');
    await books.field(ctx, 'invoice', { name: 'zone__c', type: 'text', default: 'north' });
    const summary = await load(dryRun);
    expect(summary).toMatchObject({ rows: 3, imported: 2, alreadyImported: 0, failed: 1 });
    expect(summary.failures).toMatchObject([
      { line: 3, problem: { code: 'validation_failed', errors: [{ message: 'is too much' }] } },
    ]);
    const made = [
      { number: 'INV-000001', custom: { zone__c: 'north' } },
      { number: 'INV-000002', custom: { zone__c: 'north' } },
    ];
    expect(await custom()).toEqual(dryRun ? [] : made);
    const accounts = `select external_key as key from crm.account where external_key is not null`;
    expect(await books.rows(ctx, accounts)).toHaveLength(dryRun ? 0 : 2);
    expect(await load(dryRun)).toMatchObject({ imported: dryRun ? 2 : 0, failed: 1 });
  });

  it('hold for the accounts that it makes', async () => {
    await books.field(ctx, 'account', { name: 'zone__c', type: 'text', default: 'south' });
    await books.field(ctx, 'account', {
      name: 'no__c',
      type: 'auto_number',
      settings: { format: '{SEQ:1}' },
    });
    const fields = [{ field: 'name', match: 'exact' as const }];
    await books.rule(ctx, 'duplicate', { fields, action: 'block' }, 'account');
    const definition = { formula: 'name <> "C-2"', message: 'not this one', field: 'name' };
    await books.rule(ctx, 'validation', definition, 'account');
    expect(await load()).toMatchObject({
      imported: 2,
      failed: 1,
      failures: [{ line: 4, problem: { code: 'validation_failed' } }],
    });
    const made = `select custom, owner_id as owner from crm.account where external_key = 'C-1'`;
    expect(await books.rows(ctx, made)).toEqual([
      { custom: { zone__c: 'south', no__c: '1' }, owner: ctx.userId },
    ]);
    const keys = `select record_id from rules.duplicate_key k join crm.account a
      on a.company_id = k.company_id and a.id = k.record_id where a.external_key = 'C-1'`;
    expect(await books.rows(ctx, keys)).toHaveLength(1);
  });
});
