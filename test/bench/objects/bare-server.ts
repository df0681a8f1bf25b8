import { parse } from 'csv-parse';
import Fastify from 'fastify';
import { Pool, type PoolClient, type QueryConfig } from 'pg';
import type { Readable } from 'node:stream';
import { v7 } from 'uuid';

/**
 * The least software that can answer the same questions about records: Fastify, pg, prepared
 * statements. No guard, no model, no checks, no formulas. Its writes leave the rows that ours
 * leave: the record, its indexed value, the audit entry and the event.
 */
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.POOL_SIZE),
  types: { getTypeParser: () => (value: string) => value } as never,
  pipeline: true,
} as ConstructorParameters<typeof Pool>[0]);
const company = process.env.COMPANY_ID;
const [rankField, heightField, speedField] = (process.env.INDEXED_FIELDS ?? '').split(',');
const app = Fastify({ bodyLimit: 64 * 1024 * 1024 });

const prepared =
  (name: string, text: string) =>
  (values: unknown[]): QueryConfig => ({ name, text, values });

const LEAD = `t.id, t.version, t.name, t.company_name as "companyName", t.email, t.phone, t.title,
  t.source, t.status, t.rating, t.industry, t.address, t.score, t.converted_at as "convertedAt",
  t.converted_account_id as "convertedAccountId", t.converted_contact_id as "convertedContactId",
  t.converted_deal_id as "convertedDealId", t.owner_id as "ownerId", t.created_at as "createdAt",
  t.created_by as "createdBy", t.updated_at as "updatedAt", t.updated_by as "updatedBy", t.custom`;
const VALUE = `v.company_id = $1 and v.field_id = $2 and v.kind = 'number'
  and v.number_near between $3::float8 and $4::float8`;
/** Planned for its values, as ours is: a plan for any range would walk the wrong table. */
const planned =
  (text: string) =>
  (values: unknown[]): QueryConfig => ({ text, values });

const byValue = planned(
  `select ${LEAD} from (select v.number_near as k, t.id from crm.lead t
     join objects.field_value v on v.company_id = t.company_id and v.record_id = t.id
     where t.company_id = $1 and t.deleted_at is null and ${VALUE}
     order by v.number_near desc, v.number_value desc, v.record_id desc limit 50) page
   join crm.lead t on t.company_id = $1 and t.id = page.id
   order by page.k desc, page.id desc`,
);
const countByValue = planned(
  `select count(*)::int as total from objects.field_value v where ${VALUE}`,
);
const STATUS = `t.company_id = $1 and t.deleted_at is null and t.status = $2
  and t.created_at between $3 and $4`;
const byStatus = prepared(
  'by-status',
  `select ${LEAD} from (select t.created_at as k, t.id from crm.lead t where ${STATUS}
     order by t.created_at desc, t.id desc limit 50) page
   join crm.lead t on t.company_id = $1 and t.id = page.id
   order by page.k desc, page.id desc`,
);
const countByStatus = prepared(
  'count-by-status',
  `select count(*)::int as total from crm.lead t where ${STATUS}`,
);
const findContact = prepared(
  'contact',
  `select t.id, t.version, t.name, t.account_id as "accountId", t.first_name as "firstName",
     t.last_name as "lastName", t.email, t.phone, t.title, t.is_primary as "isPrimary",
     t.owner_id as "ownerId", t.created_at as "createdAt", t.created_by as "createdBy",
     t.updated_at as "updatedAt", t.updated_by as "updatedBy", t.custom
   from crm.contact t where t.company_id = $1 and t.id = $2 and t.deleted_at is null`,
);
const insertCampaigns = prepared(
  'campaigns',
  `insert into crm.campaign (company_id, id, name, status, currency, custom, created_at, updated_at)
   select $1, r.id, r.name, 'planned', 'EUR', r.custom, $3, $3
   from json_to_recordset($2::json) as r (id uuid, name text, custom jsonb)`,
);
const insertShips = prepared(
  'ships',
  `insert into objects.record (company_id, object_id, id, name, custom, created_at, updated_at)
   select $1, $4, r.id, r.name, r.custom, $3, $3
   from json_to_recordset($2::json) as r (id uuid, name text, custom jsonb)`,
);
const insertValues = prepared(
  'values',
  `insert into objects.field_value
     (company_id, field_id, record_id, kind, number_value, number_near)
   select $1, $3, r.id, 'number', (r.custom ->> $4)::numeric, (r.custom ->> $4)::float8
   from json_to_recordset($2::json) as r (id uuid, custom jsonb)`,
);
const insertEvents = prepared(
  'events',
  `insert into outbox.event (company_id, id, type, object, record_id, data, occurred_at,
     actor_kind, actor_id, actor_name, request_id)
   select $1, r."eventId", 'record.created', $3, r.id, r.record, $4, 'staff', 'clerk', 'Clerk', $5
   from json_to_recordset($2::json) as r (id text, "eventId" uuid, record jsonb)`,
);
const insertEntries = prepared(
  'entries',
  `insert into audit.entry (company_id, id, action, object, record_id, after, occurred_at,
     actor_kind, actor_id, actor_name, request_id, ip)
   select $1, r."entryId", $3 || '.created', $3, r.id, r.record, $4, 'staff', 'clerk', 'Clerk', $5,
     '127.0.0.1'
   from json_to_recordset($2::json) as r (id text, "entryId" uuid, record jsonb)`,
);

async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

function recordOf(row: unknown): object {
  const { custom, address, ...own } = row as Record<string, string>;
  return {
    ...own,
    ...(address === undefined ? {} : { address: JSON.parse(address) as object }),
    ...(JSON.parse(custom ?? '{}') as object),
  };
}

app.get('/health/live', () => 'ok');

interface Between {
  and: [{ field: string; value: [string, string] }, { value: string }?];
}

app.get<{ Querystring: { filter: string } }>('/leads', ({ query }) =>
  withClient(async (client) => {
    const [range, status] = (JSON.parse(query.filter) as Between).and;
    const [page, count] = status
      ? [byStatus([company, status.value, ...range.value]), countByStatus]
      : [byValue([company, rankField, ...range.value]), countByValue];
    const [rows, counted] = await Promise.all([
      client.query(page),
      client.query(count(page.values ?? [])),
    ]);
    const { total } = counted.rows[0] as { total: string };
    return { data: rows.rows.map(recordOf), total: Number(total), page: 1, pageSize: 50 };
  }),
);

app.get<{ Params: { id: string } }>('/contacts/:id', ({ params }) =>
  withClient(async (client) => {
    const { rows } = await client.query(findContact([company, params.id]));
    return recordOf(rows[0]);
  }),
);

interface NewRecord {
  readonly id: string;
  readonly name: string;
  readonly custom: object;
  readonly record: object;
}

/** All rows of a batch in one round trip and one transaction. */
async function write(
  object: string,
  records: readonly NewRecord[],
  insert: (values: unknown[]) => QueryConfig,
  indexed: readonly [field: string | undefined, name: string],
  more: readonly unknown[] = [],
): Promise<void> {
  const now = new Date().toISOString();
  const rows = JSON.stringify(records.map((each) => ({ ...each, eventId: v7(), entryId: v7() })));
  await withClient(async (client) => {
    await Promise.all([
      client.query('begin'),
      client.query(insert([company, rows, now, ...more])),
      client.query(insertValues([company, rows, ...indexed])),
      client.query(insertEvents([company, rows, object, now, 'bare'])),
      client.query(insertEntries([company, rows, object, now, 'bare'])),
      client.query('commit'),
    ]);
  });
}

app.post<{ Body: Record<string, unknown> }>('/campaigns', async ({ body }, reply) => {
  const { name, ...custom } = body;
  const id = v7();
  const record = { id, version: 1, ...body };
  const made = { id, name: String(name), custom, record };
  await write('campaign', [made], insertCampaigns, [heightField, 'height__c']);
  return reply.code(201).send(record);
});

const BATCH = 500;

app.addContentTypeParser('text/csv', (_request, payload, done) => done(null, payload));

app.post<{ Body: Readable }>('/objects/ship__c/import', async ({ body }) => {
  let rows = 0;
  let batch: NewRecord[] = [];
  const flush = async () => {
    rows += batch.length;
    const object = process.env.SHIP_OBJECT;
    await write('ship__c', batch, insertShips, [speedField, 'speed__c'], [object]);
    batch = [];
  };
  for await (const row of body.pipe(parse({ columns: true })) as AsyncIterable<
    Record<string, string>
  >) {
    const { name = '', ...custom } = row;
    const id = v7();
    batch.push({ id, name, custom, record: { id, version: 1, ...row } });
    if (batch.length === BATCH) await flush();
  }
  if (batch.length > 0) await flush();
  return { rows };
});

app.listen({ port: Number(process.env.BARE_PORT), host: '127.0.0.1' }).catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
