import type { Ctx } from '@quittance/kernel';
import type { Client } from 'pg';

/** The tables a batch writes, and by what their rows are told to be of an invoice. */
const SOURCES = {
  invoice: `select i.* from receivables.invoice i where i.company_id = $1`,
  invoice_line: `select l.*, i.number_seq as of_invoice from receivables.invoice_line l
    join receivables.invoice i on i.company_id = l.company_id and i.id = l.invoice_id
    where l.company_id = $1`,
  schedule: `select s.*, i.number_seq as of_invoice from billing.schedule s
    join receivables.invoice i on i.company_id = s.company_id and i.schedule_id = s.id
    where s.company_id = $1`,
  event: `select e.*, i.number_seq as of_invoice from outbox.event e
    join receivables.invoice i on i.company_id = e.company_id
      and i.id::text = coalesce(e.data->'invoiceIds'->>0, e.record_id)
    where e.company_id = $1`,
  entry: `select e.*, i.number_seq as of_invoice from audit.entry e
    join receivables.invoice i on i.company_id = e.company_id and i.id::text = e.record_id
    where e.company_id = $1`,
} as const;

/** Copies a billed company's new rows aside, in the order of their numbers. */
export async function keepRows(owner: Client, billed: Ctx, batchSize: number): Promise<void> {
  // What an event is about is an expression, of which the planner expects a few rows.
  await owner.query('set enable_nestloop = off');
  for (const [table, source] of Object.entries(SOURCES)) {
    const seq = table === 'invoice' ? 'r.number_seq' : 'r.of_invoice';
    await owner.query(`drop table if exists bench.${table}`);
    await owner.query(
      `create unlogged table bench.${table} as
       select r.*, ((${seq} - 1) / ${batchSize})::int as batch
       from (${source.replace('$1', `'${billed.companyId}'`)}) r`,
    );
    await owner.query(`create index on bench.${table} (batch)`);
    await owner.query(`analyze bench.${table}`);
  }
  await owner.query('reset enable_nestloop');
}

/** Gives another company the accounts, schedules and lines as they were before the billing. */
export async function copyUnbilled(owner: Client, from: Ctx, to: Ctx): Promise<void> {
  const { companyId: source } = from;
  const { companyId: target } = to;
  // Accounts and their ledger accounts refer to each other.
  await owner.query('begin');
  const tables = ['crm.account', 'crm.ledger_account', 'billing.schedule', 'billing.schedule_line'];
  for (const table of tables) {
    const columns = await columnsOf(owner, table);
    await owner.query(
      `insert into ${table} (company_id, ${columns}) select $1, ${columns} from ${table}
       where company_id = $2`,
      [target, source],
    );
  }
  await owner.query('commit');
}

async function columnsOf(owner: Client, table: string, not: readonly string[] = []) {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attname <> 'company_id' and attidentity = '' and attgenerated = ''
     order by attnum`,
    [table],
  );
  return rows
    .map(({ name }) => name)
    .filter((name) => !not.includes(name))
    .join(', ');
}

/**
 * Writes the kept rows into another company by plain SQL, in batches of the same size, each with
 * the lock of the counter and one commit: nothing is read but the kept rows, nothing computed.
 */
export async function writeKept(owner: Client, to: Ctx, batchSize: number): Promise<void> {
  const company = `'${to.companyId}'`;
  const insert = async (table: string, kept: string) => {
    const columns = await columnsOf(owner, table);
    return (batch: number) =>
      `insert into ${table} (company_id, ${columns})
       select ${company}, ${columns} from bench.${kept} where batch = ${batch}`;
  };
  const inserts = [
    await insert('receivables.invoice', 'invoice'),
    await insert('receivables.invoice_line', 'invoice_line'),
    await insert('outbox.event', 'event'),
    await insert('audit.entry', 'entry'),
  ];
  const {
    rows: [last],
  } = await owner.query<{ batch: number }>('select max(batch) as batch from bench.invoice');
  const run = await queuedRun(owner, company);
  for (let batch = 0; batch <= (last?.batch ?? -1); batch += 1) {
    const [invoices, lines, ...announcements] = inserts.map((statement) => statement(batch));
    await owner.query(
      [
        'begin',
        counter(company, batch),
        invoices,
        lines,
        advance(company, batch),
        progress(company, run, batchSize),
        ...announcements,
        'commit',
      ].join(';'),
    );
  }
}

async function queuedRun(owner: Client, company: string): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into billing.billing_run (company_id, id, run_key, as_of, catch_up, status, actor,
       created_at, updated_at)
     values (${company}, gen_random_uuid(), 'limit', current_date, false, 'running', '{}', now(),
       now()) returning id`,
  );
  return rows[0]?.id ?? '';
}

const counter = (company: string, batch: number) => `
  insert into numbering.counter as c (company_id, type, period, first_seq, last_seq, increment)
  select ${company}, 'invoice', '', 1, max(number_seq), 1 from bench.invoice where batch = ${batch}
  on conflict (company_id, type, period) do update set last_seq = excluded.last_seq`;

const advance = (company: string, batch: number) => `
  update billing.schedule s set status = k.status, next_period = k.next_period,
    next_billing_date = k.next_billing_date, billed_through = k.billed_through,
    last_run_id = k.last_run_id, last_run_periods = k.last_run_periods,
    last_run_failed = k.last_run_failed, version = k.version, updated_at = k.updated_at
  from bench.schedule k
  where k.batch = ${batch} and s.company_id = ${company} and s.id = k.id`;

const progress = (company: string, run: string, batchSize: number) => `
  update billing.billing_run set taken = taken + ${batchSize}, invoiced = invoiced + ${batchSize}
  where company_id = ${company} and id = '${run}'`;
