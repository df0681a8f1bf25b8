import Fastify from 'fastify';
import { Pool, type PoolClient, type QueryConfig } from 'pg';

/**
 * The least software that can answer the same questions: Fastify, pg, prepared statements that
 * leave together. No guard, no tenants, no reach; the party is a constant, and sums are floats.
 */
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.POOL_SIZE),
  types: { getTypeParser: () => (value: string) => value } as never,
  pipeline: true,
} as ConstructorParameters<typeof Pool>[0]);
const { COMPANY_ID: company, ACCOUNT_ID: account, PORTAL_USER_ID: user } = process.env;
const app = Fastify();
const PREFIX = '/api/v1/mobile/portal';

const prepared =
  (name: string, text: string) =>
  (values: unknown[] = []): QueryConfig => ({ name, text, values: [company, account, ...values] });

const OWN = `company_id = $1 and account_id = $2`;
const VISIBLE = `${OWN} and status not in ('draft', 'pending', 'cancelled')`;

const countMoney = prepared(
  'money',
  `select count(*) as open,
     count(*) filter (where due_date between current_date and current_date + 7) as soon,
     count(*) filter (where due_date < current_date) as overdue
   from receivables.invoice where ${VISIBLE} and balance > 0`,
);
const countOrders = prepared(
  'orders',
  `select count(*) as n from sales.sales_order where ${OWN} and placed_at is not null
     and status not in ('draft', 'delivered', 'closed', 'cancelled')`,
);
const countQuotes = prepared(
  'quotes',
  `select count(*) as n from sales.quote where ${OWN} and status in ('sent', 'viewed')
     and superseded_by_id is null and valid_until >= current_date`,
);
const countCases = prepared(
  'cases',
  `select count(*) as n from crm.support_case where ${OWN} and status not in ('resolved', 'closed')
     and deleted_at is null`,
);

/** An Admin is told what waits for them to decide, so the limit counts it as well. */
const countApprovals = prepared(
  'approvals',
  `select count(*) as n from portal.approval a where ${OWN} and status = 'pending'
     and expires_at > now() and requested_by <> $3
     and not exists (select from portal.approval_signature s where s.company_id = $1
       and s.approval_id = a.id and s.portal_user_id = $3)`,
);

const SHOWN = `id, number, status, account_id as "accountId", currency, issue_date as "issueDate",
  due_date as "dueDate", period_start as "periodStart", period_end as "periodEnd",
  sales_order_id as "salesOrderId", subscription_id as "subscriptionId",
  contract_id as "contractId", bill_to as "billTo", po_number as "poNumber", notes,
  prices_include_tax as "pricesIncludeTax", subtotal, tax_total as "taxTotal", total,
  paid_amount as "paidAmount", credited_amount as "creditedAmount", balance,
  sent_at as "sentAt", viewed_at as "viewedAt", dispute`;
const listRows = prepared(
  'list',
  `select ${SHOWN} from receivables.invoice where ${VISIBLE}
   order by issue_date desc, number, id limit 50 offset $3`,
);
const countRows = prepared(
  'count',
  `select count(*) as n from receivables.invoice where ${VISIBLE}`,
);

const findCart = prepared(
  'cart',
  `select id, account_id as "accountId", version, po_number as "poNumber", notes
   from storefront.cart where ${OWN} and portal_user_id = $3`,
);
/** Each line with the first tier of the account's book, else of the default, that serves it. */
const findLines = prepared(
  'lines',
  `select l.id, l.product_id as "productId", p.sku, p.name, p.unit, l.quantity, l.note,
     l.deliver_on as "deliverOn", p.availability as stock, own.unit_price as "unitPrice",
     every.unit_price as "listPrice"
   from storefront.cart c
   join crm.ledger_account a on a.company_id = $1 and a.account_id = $2
   join storefront.cart_line l on l.company_id = $1 and l.cart_id = c.id
   join catalog.product p on p.company_id = $1 and p.id = l.product_id
   left join lateral (select e.unit_price from catalog.price_book_entry e
     where e.company_id = $1 and e.price_book_id = a.default_price_book_id
       and e.product_id = l.product_id and e.min_quantity <= l.quantity
     order by e.min_quantity desc limit 1) own on true
   left join lateral (select e.unit_price from catalog.price_book b
     join catalog.price_book_entry e on e.company_id = $1 and e.price_book_id = b.id
     where b.company_id = $1 and b.is_default and e.product_id = l.product_id
       and e.min_quantity <= l.quantity
     order by e.min_quantity desc limit 1) every on true
   where c.company_id = $1 and c.account_id = $2 and c.portal_user_id = $3 order by l.position`,
);

type Row = Record<string, string | null>;
const countIn = (rows: readonly unknown[], name = 'n') => Number((rows[0] as Row)[name]);

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

app.get(`${PREFIX}/dashboard`, () =>
  withClient(async (client) => {
    const asked = [
      countMoney(),
      countOrders(),
      countQuotes(),
      countCases(),
      countApprovals([user]),
    ];
    const [money, orders, quotes, cases, approvals] = await Promise.all(
      asked.map((each) => client.query(each)),
    );
    return {
      openInvoices: countIn(money?.rows ?? [], 'open'),
      dueSoon: countIn(money?.rows ?? [], 'soon'),
      overdueInvoices: countIn(money?.rows ?? [], 'overdue'),
      ordersUnderWay: countIn(orders?.rows ?? []),
      openQuotes: countIn(quotes?.rows ?? []),
      openCases: countIn(cases?.rows ?? []),
      waitingApprovals: countIn(approvals?.rows ?? []),
    };
  }),
);

app.get<{ Querystring: { page: string } }>(`${PREFIX}/invoices`, ({ query }) =>
  withClient(async (client) => {
    const page = Number(query.page);
    const [rows, count] = await Promise.all([
      client.query(listRows([(page - 1) * 50])),
      client.query(countRows()),
    ]);
    return { data: rows.rows as Row[], total: countIn(count.rows), page, pageSize: 50 };
  }),
);

const RATE = 19;
const money = (minor: number) => (minor / 100).toFixed(2);

app.get(`${PREFIX}/cart`, () =>
  withClient(async (client) => {
    const [cart, found] = await Promise.all([
      client.query(findCart([user])),
      client.query(findLines([user])),
    ]);
    const lines = (found.rows as Row[]).map((line) => {
      const net = Math.round(Number(line.quantity) * Number(line.unitPrice) * 100);
      const tax = Math.round((net * RATE) / 100);
      return { line, net, tax };
    });
    const subtotal = lines.reduce((sum, { net }) => sum + net, 0);
    const taxTotal = Math.round((subtotal * RATE) / 100);
    return {
      ...(cart.rows[0] as Row),
      lines: lines.map(({ line, net, tax }) => ({
        ...line,
        net: money(net),
        taxRate: RATE,
        tax: money(tax),
        total: money(net + tax),
      })),
      subtotal: money(subtotal),
      taxTotal: money(taxTotal),
      total: money(subtotal + taxTotal),
    };
  }),
);

app.listen({ port: Number(process.env.BARE_PORT), host: '127.0.0.1' }).catch((error: Error) => {
  process.stderr.write(`${error.stack}\n`);
  process.exit(1);
});
