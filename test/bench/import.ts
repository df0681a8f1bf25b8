import { ImportInvoices } from '@quittance/receivables/host';
import type { Ctx } from '@quittance/kernel';
import { Readable } from 'node:stream';
import type { Bench, BenchResult } from './bench-result.js';
import { writeCopies } from './support/copied-rows.js';
import { peakMemoryMb, withBench, type OpenBench } from './support/open-bench.js';
import { plainModels } from '@quittance/receivables/testing';

const LARGE = 100_000;
const SMALL = 10_000;
const BATCH = 4000;
const UNIT = 'invoices/s';

/** Invoices of another system taken over from a file, three quarters of them paid. */
export const bench: Bench = {
  name: 'import',
  run: () => withBench(measure),
};

async function measure(open: OpenBench): Promise<BenchResult[]> {
  await takeOver(open, await open.newCompany(), 2000);
  const small = SMALL / (await takeOver(open, await open.newCompany(), SMALL));
  const ours = await open.newCompany();
  const rate = LARGE / (await takeOver(open, ours, LARGE));
  const plain = await open.newCompany();
  const perBatch = BATCH;
  // The numbers of payments run by their dates, so that they do not come in the invoices' order.
  const ofInvoice = { with: 'receivables.invoice', by: 'invoice_id' };
  const seconds = await writeCopies(open.owner, ours, plain, [
    { table: 'crm.account', order: 'r.id', perBatch },
    { table: 'crm.ledger_account', order: 'r.id', perBatch },
    { table: 'receivables.invoice', order: 'r.number_seq', perBatch },
    { table: 'receivables.invoice_line', order: 'r.invoice_id', perBatch: ofInvoice },
    { table: 'receivables.payment', order: 'r.number_seq', perBatch: ofInvoice },
    { table: 'receivables.payment_allocation', order: 'r.payment_id', perBatch: ofInvoice },
    { table: 'audit.entry', order: 'r.occurred_at, r.id', perBatch },
    { table: 'outbox.event', order: 'r.seq', perBatch },
  ]);
  const limit = LARGE / seconds;
  const memory = { unit: UNIT, peakMemoryMb: peakMemoryMb() };
  return [
    {
      measure: '100,000 invoices from a file (limit: the same rows by plain SQL)',
      rate,
      limit,
      ratio: rate / limit,
      target: 0.4,
      ...memory,
    },
    {
      measure: '100,000 beside 10,000 invoices (flatness)',
      rate,
      limit: small,
      ratio: rate / small,
      target: 0.85,
      ...memory,
    },
  ];
}

/** Seconds of one import. */
async function takeOver({ db, owner }: OpenBench, ctx: Ctx, count: number): Promise<number> {
  await owner.query('vacuum analyze');
  const started = performance.now();
  const summary = await new ImportInvoices(db, plainModels()).execute(ctx, {
    body: Readable.from(fileOf(count), { objectMode: false }),
    format: 'csv',
    currency: 'EUR',
  });
  if (summary.imported !== count) throw new Error(JSON.stringify(summary));
  return (performance.now() - started) / 1000;
}

function* fileOf(count: number): Generator<string> {
  yield 'customerID,invoiceNumber,InvoiceDate,DueDate,InvoiceAmount,Disputed,SettledDate\n';
  for (let n = 1; n <= count; n += 1) {
    const day = String(1 + (n % 28)).padStart(2, '0');
    const amount = `${10 + (n % 990)}.${String(n % 100).padStart(2, '0')}`;
    const settled = n % 4 === 0 ? '' : `2025-03-${day}`;
    yield `C${n % 500},X${n},2025-01-${day},2025-02-${day},${amount},No,${settled}\n`;
  }
}
