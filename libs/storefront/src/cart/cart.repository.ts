import { namedSql, sql, type Tx } from '@quittance/database';
import { newId, type AccountId } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import type { PortalUserId } from '@quittance/portal';
import { EMPTY_HEAD, type Cart, type CartId, type CartLine, type CartLineId } from './cart.js';

/** Whose cart, and for which account. */
export interface CartOwner {
  readonly portalUserId: PortalUserId;
  readonly accountId: AccountId;
}

const COLUMNS = `c.id, c.portal_user_id as "portalUserId", c.account_id as "accountId", c.version,
  c.po_number as "poNumber", c.delivery_address_id as "deliveryAddressId",
  c.delivery_address as "deliveryAddress",
  c.requested_delivery_date as "requestedDeliveryDate", c.notes`;
const OWN = `select ${COLUMNS} from storefront.cart c
  where c.company_id = $1 and c.portal_user_id = $2 and c.account_id = $3`;
/** By `cart_owner_key`. */
const FIND = sql(OWN);
const LOCK = sql(`${OWN} for update`);
const OF_LINE = sql(`select c.account_id as "accountId" from storefront.cart_line l
  join storefront.cart c on c.company_id = $1 and c.id = l.cart_id and c.portal_user_id = $2
  where l.company_id = $1 and l.id = $3`);

/** An empty cart of its owner, so that there is one to lock; nothing where there is one. */
const BEGIN = sql(`
  insert into storefront.cart (company_id, id, portal_user_id, account_id, version, created_at,
    updated_at)
  values ($1, $2, $3, $4, 0, $5, $5)
  on conflict (company_id, portal_user_id, account_id) do nothing`);
const STORE = namedSql(
  `update storefront.cart c set version = :version, po_number = :poNumber,
     delivery_address_id = :deliveryAddressId, delivery_address = :deliveryAddress,
     requested_delivery_date = :requestedDeliveryDate, notes = :notes, updated_at = :now
   where c.company_id = :companyId and c.id = :id`,
  {
    values: {
      id: 'uuid',
      version: 'integer',
      poNumber: 'text',
      deliveryAddressId: 'uuid',
      deliveryAddress: 'jsonb',
      requestedDeliveryDate: 'date',
      notes: 'text',
    },
  },
);

/** By primary key. */
const LINES = sql(`
  select l.id, l.product_id as "productId", l.quantity, l.note, l.deliver_on as "deliverOn",
    l.shown_price as "shownPrice", l.shown_currency as "shownCurrency"
  from storefront.cart_line l
  where l.company_id = $1 and l.cart_id = $2 order by l.position`);
/** The same of whose cart it is, which need not be known for it. */
const OWN_LINES = sql(`
  select l.id, l.product_id as "productId", l.quantity, l.note, l.deliver_on as "deliverOn",
    l.shown_price as "shownPrice", l.shown_currency as "shownCurrency"
  from storefront.cart c
  join storefront.cart_line l on l.company_id = $1 and l.cart_id = c.id
  where c.company_id = $1 and c.portal_user_id = $2 and c.account_id = $3 order by l.position`);
const DROP_LINES = sql(`
  delete from storefront.cart_line where company_id = $1 and cart_id = $2`);
const ADD_LINES = namedSql(
  `insert into storefront.cart_line (company_id, cart_id, id, position, product_id, quantity, note,
     deliver_on, shown_price, shown_currency)
   select k.id, :cartId, r.id, r.position, r.product_id, r.quantity, r.note, r.deliver_on,
     r.shown_price, r.shown_currency
   from company.pub_company k cross join :rows as r where k.id = :companyId`,
  {
    values: { cartId: 'uuid' },
    rows: {
      id: 'uuid',
      position: 'integer',
      productId: 'uuid',
      quantity: 'numeric',
      note: 'text',
      deliverOn: 'date',
      shownPrice: 'numeric',
      shownCurrency: 'text',
    },
  },
);

/** A cart that is there. */
export type StoredCart = Cart & { readonly id: CartId };

/** The cart of a user for an account; an empty one where nothing was ever put into it. */
export async function findCart(tx: Tx, owner: CartOwner): Promise<Cart> {
  const found = await tx.maybe<StoredCart>(FIND, paramsOf(tx, owner));
  return found ?? { ...owner, ...EMPTY_HEAD, id: null, version: 0 };
}

/** The same, made where there is none, and locked until the transaction ends. */
export async function lockCart(tx: Tx, owner: CartOwner): Promise<StoredCart> {
  const { companyId, now } = tx.ctx;
  const found = await tx.maybe<StoredCart>(LOCK, paramsOf(tx, owner));
  if (found) return found;
  await tx.run(BEGIN, [companyId, newId(), owner.portalUserId, owner.accountId, now]);
  return tx.one<StoredCart>(LOCK, paramsOf(tx, owner));
}

/** For which account the line of a user is; undefined where they have no such line. */
export async function accountOfLine(
  tx: Tx,
  portalUserId: PortalUserId,
  id: CartLineId,
): Promise<AccountId | undefined> {
  const params = [tx.ctx.companyId, portalUserId, id];
  return (await tx.maybe<{ accountId: AccountId }>(OF_LINE, params))?.accountId;
}

export async function linesOfCart(tx: Tx, id: CartId | null): Promise<readonly CartLine[]> {
  if (id === null) return [];
  return (await tx.rows<LineRow>(LINES, [tx.ctx.companyId, id])).map(lineOf);
}

/** The lines of a user's cart for an account. */
export async function linesOfOwner(tx: Tx, owner: CartOwner): Promise<readonly CartLine[]> {
  return (await tx.rows<LineRow>(OWN_LINES, paramsOf(tx, owner))).map(lineOf);
}

type LineRow = { -readonly [Name in keyof CartLine]: CartLine[Name] };

/** The row itself: of five hundred each copy costs more than what it is changed in. */
function lineOf(row: LineRow): CartLine {
  row.quantity = trimDecimal(row.quantity);
  if (row.shownPrice !== null) row.shownPrice = trimDecimal(row.shownPrice);
  return row;
}

/** Stores a locked cart with its lines. */
export function storeCart(tx: Tx, cart: StoredCart, lines: readonly CartLine[]): void {
  tx.later(STORE.run(tx, cart));
  tx.later(tx.run(DROP_LINES, [tx.ctx.companyId, cart.id]));
  if (lines.length === 0) return;
  const rows = lines.map((line, i) => ({ ...line, position: i + 1 }));
  tx.later(ADD_LINES.run(tx, { cartId: cart.id, ...ADD_LINES.columns(rows) }));
}

function paramsOf(tx: Tx, { portalUserId, accountId }: CartOwner): readonly unknown[] {
  return [tx.ctx.companyId, portalUserId, accountId];
}
