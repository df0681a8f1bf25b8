import type { Ctx } from '@quittance/kernel';
import type { Client } from 'pg';

/** Rows that a measured run has written, to be written again by plain SQL. */
export interface CopiedTable {
  /** `notifications.email` */
  readonly table: string;
  /** A select of the rows of company `$1` in the order they are written in, as `r`. */
  readonly order: string;
  /** Rows of the table per batch of the run; or each in the batch of the row it belongs to. */
  readonly perBatch: number | { readonly with: string; readonly by: string };
  /** Replaces references to rows of the company: column by expression over `r`. */
  readonly replace?: Readonly<Record<string, string>>;
}

/**
 * Writes the rows that a company has come by into another one by plain SQL, in batches of the same
 * size, one commit each: nothing is read but the rows, nothing computed. Answers the seconds.
 */
export async function writeCopies(
  owner: Client,
  from: Ctx,
  to: Ctx,
  tables: readonly CopiedTable[],
): Promise<number> {
  const inserts: ((batch: number) => string)[] = [];
  let batches = 0;
  await owner.query('create schema if not exists bench');
  for (const [i, { table, order, perBatch, replace = {} }] of tables.entries()) {
    const kept = copyOf(i);
    await owner.query(`drop table if exists ${kept}`);
    await owner.query(
      typeof perBatch === 'number'
        ? `create unlogged table ${kept} as select r.*,
             ((row_number() over (order by ${order}) - 1) / ${perBatch})::int as bench_batch
           from ${table} r where r.company_id = '${from.companyId}'`
        : `create unlogged table ${kept} as select r.*, k.bench_batch
           from ${table} r join ${keptOf(tables, perBatch.with)} k on k.id = r.${perBatch.by}
           where r.company_id = '${from.companyId}' order by ${order}`,
    );
    await owner.query(`create index on ${kept} (bench_batch)`);
    await owner.query(`analyze ${kept}`);
    const columns = await columnsOf(owner, table);
    const values = columns.map((name) => replace[name] ?? `r.${name}`);
    inserts.push(
      (batch) => `insert into ${table} (company_id, ${columns.join(', ')})
        select '${to.companyId}', ${values.join(', ')} from ${kept} r
        where r.bench_batch = ${batch}`,
    );
    const { rows } = await owner.query<{ last: number | null }>(
      `select max(bench_batch) as last from ${kept}`,
    );
    batches = Math.max(batches, (rows[0]?.last ?? -1) + 1);
  }
  await owner.query('vacuum analyze');
  const started = performance.now();
  for (let batch = 0; batch < batches; batch += 1) {
    await owner.query(['begin', ...inserts.map((insert) => insert(batch)), 'commit'].join(';'));
  }
  return (performance.now() - started) / 1000;
}

const copyOf = (i: number) => `bench.copy_${i}`;

function keptOf(tables: readonly CopiedTable[], name: string): string {
  return copyOf(tables.findIndex(({ table }) => table === name));
}

async function columnsOf(owner: Client, table: string): Promise<string[]> {
  const { rows } = await owner.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped
       and attname <> 'company_id' and attidentity = '' and attgenerated = '' order by attnum`,
    [table],
  );
  return rows.map(({ name }) => name);
}
