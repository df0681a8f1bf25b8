import Fastify from 'fastify';
import { Pool, type PoolClient, type QueryConfig } from 'pg';
import { v7 } from 'uuid';

/**
 * The least software that can answer the same questions: Fastify, pg, prepared statements. No
 * guard, no checks, no tenants, no tax, no log; values go out as PostgreSQL wrote them. Its writes
 * leave the same rows as ours, the audit entry and the event included, by plain inserts.
 */
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.POOL_SIZE),
  types: { getTypeParser: () => (value: string) => value } as never,
  pipeline: true,
} as ConstructorParameters<typeof Pool>[0]);
const company = process.env.COMPANY_ID;
const app = Fastify();

const INVOICE = `i.id, i.version, i.number, i.status, i.account_id as "accountId", i.currency,
  i.issue_date as "issueDate", i.due_date as "dueDate", i.period_start as "periodStart",
  i.period_end as "periodEnd", i.sales_order_id as "salesOrderId", i.schedule_id as "scheduleId",
  i.subscription_id as "subscriptionId", i.contract_id as "contractId", i.bill_to as "billTo",
  i.po_number as "poNumber", i.notes, i.prices_include_tax as "pricesIncludeTax",
  i.tax_rounding as "taxRounding", i.subtotal, i.tax_total as "taxTotal", i.total,
  i.paid_amount as "paidAmount", i.credited_amount as "creditedAmount", i.balance,
  i.sent_at as "sentAt", i.viewed_at as "viewedAt", i.dispute, i.void_reason as "voidReason",
  i.external_reference as "externalReference", i.created_at as "createdAt",
  i.updated_at as "updatedAt"`;
const LINE = `id, position, product_id as "productId", description, quantity,
  unit_price as "unitPrice", discount, net, tax_code as "taxCode", tax_rate as "taxRate",
  tax_fallback as "taxFallback", tax, total, period_start as "periodStart",
  period_end as "periodEnd"`;

const prepared =
  (name: string, text: string) =>
  (values: unknown[]): QueryConfig => ({
    name,
    text,
    values,
  });

const findInvoice = prepared(
  'invoice',
  `select ${INVOICE} from receivables.invoice i where i.company_id = $1 and i.id = $2`,
);
const findLines = prepared(
  'lines',
  `select ${LINE} from receivables.invoice_line where company_id = $1 and invoice_id = $2
   order by position`,
);
const DUE = `i.company_id = $1 and i.status = any($2) and i.due_date between $3 and $4`;
const listRows = prepared(
  'list',
  `select ${INVOICE} from receivables.invoice i where ${DUE} order by i.due_date desc, i.number,
    i.id
   limit 50 offset $5`,
);
const countRows = prepared(
  'count',
  `select count(*)::int as total from receivables.invoice i where ${DUE}`,
);
const nextNumber = prepared(
  'number',
  `update numbering.counter set last_seq = last_seq + 1
   where company_id = $1 and type = 'invoice' and period = '' returning last_seq`,
);
const insertInvoice = prepared(
  'insert-invoice',
  `insert into receivables.invoice (company_id, id, number, number_period, number_seq, status,
     account_id, currency, issue_date, due_date, bill_to, subtotal, tax_total, total, balance,
     created_at, updated_at)
   values ($1, $2, $3, '', $4, 'draft', $5, 'EUR', $6, $7, $8, $9, $10, $11, $11, $12, $12)`,
);
const insertLines = prepared(
  'insert-lines',
  `insert into receivables.invoice_line (company_id, invoice_id, id, position, description,
     quantity, unit_price, net, requested_tax_rate, tax_rate, taxes, tax, total)
   values ($1, $2, $3, 1, $4, $5, $6, $7, $8, $8, $9, $10, $11),
     ($1, $2, $12, 2, $13, $14, $15, $16, $17, $17, $18, $19, $20),
     ($1, $2, $21, 3, $22, $23, $24, $25, $26, $26, $27, $28, $29)`,
);
const updateInvoice = prepared(
  'update-invoice',
  `update receivables.invoice i set notes = $3, version = i.version + 1, updated_at = $4
   from (select notes from receivables.invoice where company_id = $1 and id = $2) before
   where i.company_id = $1 and i.id = $2 returning ${INVOICE}, before.notes as "notesBefore"`,
);
const ACTOR = `'staff', 'clerk', 'Clerk'`;
const insertEvent = prepared(
  'insert-event',
  `insert into outbox.event (company_id, id, type, object, record_id, data, occurred_at,
     actor_kind, actor_id, actor_name, request_id)
   values ($1, $2, $3, 'invoice', $4, $5, $6, ${ACTOR}, $7)`,
);
const insertEntry = prepared(
  'insert-entry',
  `insert into audit.entry (company_id, id, action, object, record_id, before, after, occurred_at,
     actor_kind, actor_id, actor_name, request_id, ip)
   values ($1, $2, $3, 'invoice', $4, $5, $6, $7, ${ACTOR}, $8, '127.0.0.1')`,
);

/** What the event of a write says of the invoice. */
function summary(invoice: Record<string, unknown>) {
  const amount = (key: string) => (Number(invoice[key]) / 100).toFixed(2);
  return {
    id: invoice.id,
    version: Number(invoice.version),
    number: invoice.number,
    status: invoice.status,
    accountId: invoice.accountId,
    salesOrderId: null,
    scheduleId: null,
    subscriptionId: null,
    contractId: null,
    currency: invoice.currency,
    issueDate: invoice.issueDate,
    dueDate: invoice.dueDate,
    total: amount('total'),
    paidAmount: amount('paidAmount'),
    creditedAmount: amount('creditedAmount'),
    balance: amount('balance'),
  };
}

/** All statements that are sent before one is awaited share a round trip over one connection. */
async function withClient<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    return await work(client);
  } finally {
    client.release();
  }
}

app.get('/health/live', () => 'ok');

app.get<{ Params: { id: string } }>('/invoices/:id', ({ params }) =>
  withClient(async (client) => {
    const key = [company, params.id];
    const [invoice, lines] = await Promise.all([
      client.query(findInvoice(key)),
      client.query(findLines(key)),
    ]);
    return { ...(invoice.rows[0] as object), lines: lines.rows };
  }),
);

interface ListFilter {
  and: [{ value: string[] }, { value: [string, string] }];
}

app.get<{ Querystring: { filter: string; page: string } }>('/invoices', ({ query }) =>
  withClient(async (client) => {
    const [statuses, dates] = (JSON.parse(query.filter) as ListFilter).and;
    const values = [company, statuses.value, ...dates.value];
    const page = Number(query.page);
    const [rows, count] = await Promise.all([
      client.query(listRows([...values, (page - 1) * 50])),
      client.query(countRows(values)),
    ]);
    const { total } = count.rows[0] as { total: string };
    return { data: rows.rows, total: Number(total), page, pageSize: 50 };
  }),
);

interface NewInvoice {
  accountId: string;
  issueDate: string;
  dueDate: string;
  lines: { description: string; quantity: string; unitPrice: string; taxRate: string }[];
}

const lineValues = (line: NewInvoice['lines'][number] & { net: number; tax: number }) => [
  v7(),
  line.description,
  line.quantity,
  line.unitPrice,
  line.net,
  line.taxRate,
  JSON.stringify([
    {
      jurisdiction: null,
      kind: 'line_rate',
      taxCode: null,
      rate: line.taxRate,
      base: String(line.net),
      tax: String(line.tax),
    },
  ]),
  line.tax,
  line.net + line.tax,
];

app.post<{ Body: NewInvoice }>('/invoices', (request, reply) => {
  const { accountId, issueDate, dueDate, lines } = request.body;
  const now = new Date().toISOString();
  const id = v7();
  const priced = lines.map((line) => {
    const net = Math.round(Number(line.quantity) * Number(line.unitPrice) * 100);
    const tax = Math.round((net * Number(line.taxRate)) / 100);
    return { ...line, net, tax, total: net + tax };
  });
  const sum = (key: 'net' | 'tax') => priced.reduce((total, line) => total + line[key], 0);
  const [subtotal, taxTotal] = [sum('net'), sum('tax')];
  const billTo = { name: 'Customer', address: { country: 'DE' }, taxRegistration: null };
  reply.code(201);
  return withClient(async (client) => {
    const [, counter] = await Promise.all([
      client.query('begin'),
      client.query(nextNumber([company])),
    ]);
    const { last_seq: seq } = counter.rows[0] as { last_seq: string };
    const number = `INV-${seq.padStart(6, '0')}`;
    const total = subtotal + taxTotal;
    const said = summary({
      id,
      version: 1,
      number,
      status: 'draft',
      accountId,
      currency: 'EUR',
      issueDate,
      dueDate,
      total,
      paidAmount: 0,
      creditedAmount: 0,
      balance: total,
    });
    await Promise.all([
      client.query(
        insertInvoice([
          company,
          id,
          number,
          seq,
          accountId,
          issueDate,
          dueDate,
          billTo,
          subtotal,
          taxTotal,
          total,
          now,
        ]),
      ),
      client.query(insertLines([company, id, ...priced.flatMap(lineValues)])),
      client.query(insertEvent([company, v7(), 'invoice.created', id, said, now, request.id])),
      client.query(
        insertEntry([company, v7(), 'invoice.created', id, null, said, now, request.id]),
      ),
      client.query('commit'),
    ]);
    return {
      id,
      number,
      accountId,
      issueDate,
      dueDate,
      billTo,
      subtotal,
      taxTotal,
      total,
      lines: priced,
    };
  });
});

app.patch<{ Params: { id: string }; Body: { notes: string } }>('/invoices/:id', (request) =>
  withClient(async (client) => {
    const { id } = request.params;
    const { notes } = request.body;
    const now = new Date().toISOString();
    const [, updated, lines] = await Promise.all([
      client.query('begin'),
      client.query(updateInvoice([company, id, notes, now])),
      client.query(findLines([company, id])),
    ]);
    const { notesBefore, ...invoice } = updated.rows[0] as Record<string, unknown>;
    const said = summary(invoice);
    const [before, after] = [{ notes: notesBefore }, { notes }];
    await Promise.all([
      client.query(insertEvent([company, v7(), 'record.updated', id, said, now, request.id])),
      client.query(
        insertEntry([company, v7(), 'invoice.updated', id, before, after, now, request.id]),
      ),
      client.query('commit'),
    ]);
    return { ...invoice, lines: lines.rows };
  }),
);

app.listen({ port: Number(process.env.BARE_PORT), host: '127.0.0.1' }).catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
