import type { Ctx } from '@quittance/kernel';
import type { LocalDate } from '@quittance/calendar';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expectInvariants } from '../../../../test/support/invariants';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database';
import { ImportInvoices, type InvoiceImport } from './import-invoices.js';
import { plainModels } from '../testing/invoice-fields.js';

const FILE = readFileSync(
  join(__dirname, '../../../../apps/cli/sample/accounts-receivable.csv'),
  'utf8',
);

interface Line {
  readonly customer: string;
  readonly number: string;
  readonly issued: string;
  readonly due: string;
  readonly cents: number;
  readonly disputed: boolean;
  readonly settled: string;
}

/** The file read in the simplest way there is, as the yardstick. */
const LINES: readonly Line[] = FILE.trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [customer = '', number = '', issued = '', due = '', amount = '', disputed, settled = ''] =
      line.split(',');
    const iso = (text: string) => {
      const [month = '', day = '', year = ''] = text.split('/');
      return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    };
    return {
      customer,
      number,
      issued: iso(issued),
      due: iso(due),
      cents: Math.round(Number(amount) * 100),
      disputed: disputed === 'Yes',
      settled: iso(settled),
    };
  });

const sumOf = (lines: readonly Line[]) => lines.reduce((sum, { cents }) => sum + cents, 0);

let t: TestDatabase;
let importInvoices: ImportInvoices;

beforeAll(async () => {
  t = await testDatabase();
  importInvoices = new ImportInvoices(t.db, plainModels());
});

afterAll(async () => {
  await t?.close();
});

const run = (ctx: Ctx, text: string, more: Partial<InvoiceImport> = {}) =>
  importInvoices.execute(ctx, { body: Readable.from([Buffer.from(text)]), format: 'csv', ...more });

const on = (date: string) => date as LocalDate;

interface Counts {
  readonly invoices: number;
  readonly numbers: string;
  readonly payments: number;
  readonly accounts: number;
}

const countsOf = (ctx: Ctx) =>
  t.db.read(ctx, (tx) =>
    tx.one<Counts>(`select (select count(*)::int from receivables.invoice) as invoices,
      (select string_agg(number_seq::text, ' ' order by issue_date, id)
      from receivables.invoice) as numbers,
      (select count(*)::int from receivables.payment) as payments,
      (select count(*)::int from crm.account) as accounts`),
  );

describe.each(['2012-12-31', '2013-06-30', '2013-12-31'])('the sample as of %s', (asOf) => {
  const issued = LINES.filter((line) => line.issued <= asOf);
  const open = issued.filter((line) => line.settled > asOf);
  let ctx: Ctx;

  beforeAll(async () => {
    ctx = await t.newCompany({ baseCurrency: 'USD' });
  });

  test('is counted as the file has it', async () => {
    const disputed = open.filter((line) => line.disputed);
    const overdue = open.filter((line) => !line.disputed && line.due < asOf);
    const counts: Record<string, number> = {
      disputed: disputed.length,
      overdue: overdue.length,
      paid: issued.length - open.length,
      sent: open.length - disputed.length - overdue.length,
    };
    const summary = await run(ctx, FILE, { asOf: on(asOf) });
    expect(summary).toEqual({
      dryRun: false,
      asOf,
      rows: LINES.length,
      imported: issued.length,
      alreadyImported: 0,
      leftOut: LINES.length - issued.length,
      customers: new Set(issued.map(({ customer }) => customer)).size,
      byStatus: Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
      amounts: [
        {
          currency: 'USD',
          total: (sumOf(issued) / 100).toFixed(2),
          paid: ((sumOf(issued) - sumOf(open)) / 100).toFixed(2),
          balance: (sumOf(open) / 100).toFixed(2),
        },
      ],
      failed: 0,
      failures: [],
    });
  });

  test('is stored as it was counted, oldest invoice first', async () => {
    const counts = await countsOf(ctx);
    const numbers = issued.map((_, i) => i + 1).join(' ');
    expect(counts).toEqual({
      invoices: issued.length,
      numbers,
      payments: issued.length - open.length,
      accounts: new Set(issued.map(({ customer }) => customer)).size,
    });
  });

  test('keeps every row: number, dates, amount, customer and settlement', async () => {
    const stored = await t.db.read(ctx, (tx) =>
      tx.rows(`select i.external_reference as number, a.external_key as customer,
          i.issue_date as issued, i.due_date as due, i.total::int as cents,
          i.dispute is not null as disputed, p.received_on as settled
        from receivables.invoice i
        join crm.account a on a.company_id = i.company_id and a.id = i.account_id
        left join receivables.payment p on p.company_id = i.company_id and p.invoice_id = i.id
        order by i.external_reference collate "C"`),
    );
    const expected = issued
      .map((line) => ({ ...line, settled: line.settled <= asOf ? line.settled : null }))
      .sort((a, b) => (a.number < b.number ? -1 : 1));
    expect(stored).toEqual(expected);
  });
});

describe('an import', () => {
  const HEAD = 'customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount,Disputed,SettledDate';
  const SMALL =
    `${HEAD}\nA,1,1/2/2026,2/1/2026,10.00,No,1/9/2026\n` + 'B,2,1/1/2026,1/31/2026,20.00,Yes,';

  test('can be repeated: what is here is left as it is', async () => {
    const ctx = await t.newCompany();
    await run(ctx, SMALL);
    const before = await countsOf(ctx);
    const again = await run(ctx, SMALL.replaceAll('.00', '.50'));
    expect(again).toMatchObject({ imported: 0, alreadyImported: 2, amounts: [], byStatus: {} });
    expect(await countsOf(ctx)).toEqual(before);
    const more = await run(ctx, `${SMALL}\nA,3,2/2/2026,3/1/2026,5.00,No,`);
    expect(more).toMatchObject({ imported: 1, alreadyImported: 2, customers: 1 });
    expect(await countsOf(ctx)).toMatchObject({ invoices: 3, payments: 1, accounts: 2 });
  });

  test('that is only tried writes nothing and says the same', async () => {
    const ctx = await t.newCompany();
    const tried = await run(ctx, SMALL, { dryRun: true });
    expect(await countsOf(ctx)).toMatchObject({ invoices: 0, payments: 0, accounts: 0 });
    expect({ ...tried, dryRun: false }).toEqual(await run(ctx, SMALL));
  });

  test('with one wrong line writes nothing and names every line', async () => {
    const ctx = await t.newCompany();
    const wrong = `${SMALL}\n,3,1/1/2026,1/31/2026,x,No,\nC,1,1/1/2026,1/31/2026,x,No,`;
    await expect(run(ctx, wrong)).rejects.toMatchObject({
      code: 'import_not_valid',
      message: '2 of 4 lines are not valid, so nothing was imported.',
      options: {
        errors: [
          { pointer: '/4/customerID', code: 'required' },
          { pointer: '/4/InvoiceAmount', code: 'format' },
          { pointer: '/5/InvoiceAmount', code: 'format' },
          { pointer: '/5/invoiceNumber', code: 'unique' },
        ].map((error) => expect.objectContaining(error)),
      },
    });
    expect(await countsOf(ctx)).toMatchObject({ invoices: 0, payments: 0, accounts: 0 });
  });

  test('of the same file twenty times at once imports it once', async () => {
    const ctx = await t.newCompany();
    const all = await Promise.all(Array.from({ length: 20 }, () => run(ctx, SMALL)));
    expect(all.map(({ imported }) => imported).filter((imported) => imported > 0)).toEqual([2]);
    expect(await countsOf(ctx)).toMatchObject({ invoices: 2, numbers: '1 2', accounts: 2 });
  });

  test('takes today, the base currency and the names of accounts for granted', async () => {
    const ctx = await t.newCompany({ baseCurrency: 'JPY' });
    const line = JSON.stringify({
      customerID: 'A',
      customerName: 'Acme',
      invoiceNumber: '1',
      InvoiceDate: '2026-01-31',
      DueDate: '2026-03-02',
      InvoiceAmount: 500,
    });
    const summary = await run(ctx, line, { format: 'jsonl' });
    expect(summary).toMatchObject({
      asOf: '2026-03-02',
      byStatus: { sent: 1 },
      amounts: [{ currency: 'JPY', total: '500', paid: '0', balance: '500' }],
    });
  });

  test('is told in the audit log with the actor, and announced as invoices made', async () => {
    const ctx = await t.newCompany();
    await run(ctx, SMALL);
    const logged = await t.db.read(ctx, (tx) =>
      tx.rows(`select actor_kind, after from audit.entry where action = 'invoice.imported'
        order by after->>'number'`),
    );
    expect(logged).toEqual([
      {
        actor_kind: 'system',
        after: { number: 'INV-000001', status: 'disputed', externalReference: '2' },
      },
      {
        actor_kind: 'system',
        after: { number: 'INV-000002', status: 'paid', externalReference: '1' },
      },
    ]);
    const events = await t.db.read(ctx, (tx) =>
      tx.rows(
        `select type, data ->> 'externalReference' as reference, bulk from outbox.event
         where object = 'invoice' order by 2`,
      ),
    );
    const type = 'invoice.created';
    const told = { type, bulk: true };
    expect(events).toEqual(['1', '2'].map((reference) => ({ ...told, reference })));
  });
});

test('the books agree after all of it', () => expectInvariants(t));
