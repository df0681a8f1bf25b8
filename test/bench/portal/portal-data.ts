import { addAccount } from '@quittance/crm/host';
import { newId, type AccountId, type Ctx } from '@quittance/kernel';
import { aPortalUser, type TestPortalUser } from '@quittance/portal/testing';
import type { OpenBench } from '../support/open-bench.js';

export const INVOICES = 10_000;
export const CART_LINES = 200;

export interface PortalData {
  readonly accountId: AccountId;
  readonly user: TestPortalUser;
}

/** A customer with invoices over two years, and an Admin of it with a full cart. */
export async function writePortal({ db, owner }: OpenBench, ctx: Ctx): Promise<PortalData> {
  const { companyId } = ctx;
  const billingAddress = { line1: 'Kai 2', city: 'Köln', postalCode: '50667', country: 'DE' };
  const { id: accountId } = await db.write(ctx, (tx) =>
    addAccount(tx, { name: 'Customer', billingAddress }),
  );
  const user = await aPortalUser(db, ctx, { partyId: accountId, role: 'Admin' });
  const [standing, own] = [newId(), newId()];
  await owner.query(INVOICE_ROWS, [companyId, accountId, INVOICES]);
  await owner.query(PRODUCT_ROWS, [companyId, CART_LINES]);
  await owner.query(BOOK_ROWS, [companyId, standing, own]);
  await owner.query(TIER_ROWS, [companyId, standing, '10']);
  await owner.query(TIER_ROWS, [companyId, own, '9']);
  await owner.query(OWN_BOOK, [companyId, accountId, own]);
  await owner.query(CART_ROWS, [companyId, newId(), user.id, accountId]);
  await owner.query('vacuum analyze');
  return { accountId, user };
}

/** A tenth is drafts, which no customer sees; three tenths are open. */
const INVOICE_ROWS = `
  insert into receivables.invoice (company_id, id, number, number_period, number_seq, status,
    unsent_status, account_id, currency, issue_date, due_date, bill_to, po_number, subtotal,
    tax_total, total, paid_amount, credited_amount, balance, sent_at, created_at, updated_at)
  select $1::uuid, gen_random_uuid(), 'INV-' || lpad(f.n::text, 6, '0'), '', f.n, f.status, 'draft',
    $2::uuid, 'EUR', f.issued, f.issued + 30,
    jsonb_build_object('name', 'Customer', 'taxRegistration', null, 'address',
      jsonb_build_object('line1', 'Kai 2', 'line2', null, 'city', 'Köln', 'region', null,
        'postalCode', '50667', 'country', 'DE')),
    'PO-' || f.n, f.net, f.tax, f.net + f.tax,
    case f.status when 'paid' then f.net + f.tax else 0 end, 0,
    case f.status when 'paid' then 0 else f.net + f.tax end,
    case f.status when 'draft' then null else f.issued::timestamptz end, now(), now()
  from (
    select n, date '2024-03-01' + (n % 730) as issued, (n % 997 + 3) * 300 as net,
      (n % 997 + 3) * 57 as tax,
      (array['draft','sent','viewed','overdue','paid','paid','paid','paid','paid','paid'])[
        1 + n % 10] as status
    from generate_series(1, $3::int) as n) f`;

const PRODUCT_ROWS = `
  insert into catalog.product (company_id, id, sku, name, type, in_catalogue, created_at,
    updated_at)
  select $1::uuid, gen_random_uuid(), 'P-' || n, 'Product ' || n, 'goods', true, now(), now()
  from generate_series(1, $2::int) n`;

const BOOK_ROWS = `
  insert into catalog.price_book (company_id, id, name, currency, is_default, created_at,
    updated_at)
  values ($1::uuid, $2::uuid, 'Everybody', 'EUR', true, now(), now()),
    ($1::uuid, $3::uuid, 'Customer', 'EUR', false, now(), now())`;

/** From 1, 10 and 100 pieces on, less each time. */
const TIER_ROWS = `
  insert into catalog.price_book_entry (company_id, price_book_id, id, product_id, min_quantity,
    unit_price, created_at, updated_at)
  select $1::uuid, $2::uuid, gen_random_uuid(), p.id, q.least, $3::numeric - q.off, now(), now()
  from catalog.product p
  cross join (values (1, 0.0), (10, 1.25), (100, 2.5)) as q(least, off)
  where p.company_id = $1`;

const OWN_BOOK = `
  update crm.ledger_account set default_price_book_id = $3
  where company_id = $1 and account_id = $2`;

/** As many pieces of a product as lead to each of its tiers. */
const CART_ROWS = `
  with made as (
    insert into storefront.cart (company_id, id, portal_user_id, account_id, created_at, updated_at)
    values ($1::uuid, $2::uuid, $3::uuid, $4::uuid, now(), now()) returning id)
  insert into storefront.cart_line (company_id, cart_id, id, position, product_id, quantity)
  select $1::uuid, m.id, gen_random_uuid(), n.n, n.id, (array[3, 30, 300])[1 + n.n % 3]
  from made m cross join (
    select p.id, row_number() over (order by p.id) as n from catalog.product p
    where p.company_id = $1) n`;
