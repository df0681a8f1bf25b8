import { newId, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { processorSeconds } from '../support/processor-time.js';
import type { ComparedDatabase } from './two-servers.js';

/** One kind of work by itself, on a connection as the application has one. */
interface Cost {
  readonly measure: string;
  /** What is sent in one transaction, all in one write. */
  statements(ctx: Ctx): readonly Sent[];
}

interface Sent {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

const SECONDS = 3;

const READ: Sent['text'] = `select k.name, k.email from crm.account k
  where k.company_id = $1 and k.id = $2`;
const SET = `insert into audit.entry (company_id, id, action, object, record_id, occurred_at,
    actor_kind, actor_id, actor_name, request_id)
  select k.id, r.id, 'bench.done', 'bench', r.id::text, $3::timestamptz, 'system', 'bench', 'Bench',
    'bench'
  from company.pub_company k cross join unnest($2::uuid[]) as r(id) where k.id = $1`;

const ids = (count: number) => Array.from({ length: count }, () => newId());

const read = (ctx: Ctx): Sent => ({
  name: 'read',
  text: READ,
  values: [ctx.companyId, ctx.companyId],
});
const inserted = (ctx: Ctx, count: number): Sent => ({
  name: 'set',
  text: SET,
  values: [ctx.companyId, ids(count), ctx.now],
});

/** What a transaction is made of; what two of them differ by is the cost of what one has more. */
export const COSTS: readonly Cost[] = [
  { measure: 'an empty transaction', statements: () => [] },
  { measure: 'a row by its key', statements: (ctx) => [read(ctx)] },
  { measure: 'ten rows by their keys', statements: (ctx) => Array(10).fill(read(ctx)) },
  { measure: 'a set of one row, committed', statements: (ctx) => [inserted(ctx, 1)] },
  {
    measure: 'ten sets of one row, committed',
    statements: (ctx) => Array.from({ length: 10 }, () => inserted(ctx, 1)),
  },
  { measure: 'a set of 500 rows, committed', statements: (ctx) => [inserted(ctx, 500)] },
];

/** What one transaction takes, in microseconds. */
interface Taken {
  readonly elapsed: number;
  /** Processor time of the server that is connected to, and of the others of a cluster. */
  readonly server: number;
  readonly others: number;
}

/** Transactions one after the other on one connection. */
export async function costOf(on: ComparedDatabase, ctx: Ctx, cost: Cost): Promise<Taken> {
  const isCluster = on.directories.length > 1;
  const planned = isCluster ? '-c plan_cache_mode=force_custom_plan' : '';
  const options = `-c role=quittance_app ${planned}`;
  const client = new Client({ connectionString: on.url, options, pipeline: true } as never);
  await client.connect();
  const transact = async () => {
    const all = [
      client.query('begin'),
      client.query(`set local app.company_id = '${ctx.companyId}'`),
      ...cost.statements(ctx).map((sent) => client.query(sent as never)),
      client.query('commit'),
    ];
    await Promise.all(all);
  };
  for (let i = 0; i < 20; i += 1) await transact();
  const [first = '', ...others] = on.directories;
  const before = [processorSeconds([first]), processorSeconds(others)] as const;
  const started = performance.now();
  let done = 0;
  for (; performance.now() - started < SECONDS * 1000; done += 1) await transact();
  const each = (seconds: number) => Math.round((seconds * 1e6) / done);
  const taken = {
    elapsed: each((performance.now() - started) / 1000),
    server: each(processorSeconds([first]) - before[0]),
    others: each(processorSeconds(others) - before[1]),
  };
  await client.end();
  return taken;
}
