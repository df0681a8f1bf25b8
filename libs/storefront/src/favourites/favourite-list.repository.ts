import { sql, type Tx } from '@quittance/database';
import { notFound, type ProductId } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import type { PortalUserId } from '@quittance/portal';
import {
  favouriteListNoun,
  type FavouriteItem,
  type FavouriteList,
  type FavouriteListId,
} from './favourite-list.js';

/** By primary key. */
const FIND = sql(`select ${favouriteListNoun.rows.select('f')} from storefront.favourite_list f
  where f.company_id = $1 and f.id = $2`);
const LOCK = sql(`${FIND.text} and f.portal_user_id = $3 for update`);
const ITEMS = sql(`
  select i.product_id as "productId", i.quantity,
    case when p.in_catalogue and p.active and p.deleted_at is null then p.sku end as sku,
    case when p.in_catalogue and p.active and p.deleted_at is null then p.name end as name
  from storefront.favourite_item i
  join catalog.pub_catalogue_product p on p.company_id = $1 and p.id = i.product_id
  where i.company_id = $1 and i.list_id = $2 order by p.name, p.id`);
const COUNT = sql(`
  select count(*)::int as count from storefront.favourite_item i
  where i.company_id = $1 and i.list_id = $2 and i.product_id <> $3`);
const SET_ITEM = sql(`
  insert into storefront.favourite_item (company_id, list_id, product_id, quantity, added_at)
  values ($1, $2, $3, $4, $5)
  on conflict (company_id, list_id, product_id) do update set quantity = excluded.quantity`);
const CHANGE_ITEM = sql(`
  update storefront.favourite_item i set quantity = $4
  where i.company_id = $1 and i.list_id = $2 and i.product_id = $3`);
const DROP_ITEM = sql(`
  delete from storefront.favourite_item
  where company_id = $1 and list_id = $2 and product_id = $3`);
const DROP = sql(`delete from storefront.favourite_list where company_id = $1 and id = $2`);

const unknownList = () => notFound({ object: 'favourite list' });

/** That the user reaches it is the caller's to know. @throws DomainError not_found */
export async function findFavouriteList(tx: Tx, id: FavouriteListId): Promise<FavouriteList> {
  const list = await tx.maybe<FavouriteList>(FIND, [tx.ctx.companyId, id]);
  if (!list) throw unknownList();
  return list;
}

/** Of the user's own; one that a colleague shares is none. @throws DomainError not_found */
export async function lockOwnList(
  tx: Tx,
  id: FavouriteListId,
  owner: PortalUserId,
): Promise<FavouriteList> {
  const list = await tx.maybe<FavouriteList>(LOCK, [tx.ctx.companyId, id, owner]);
  if (!list) throw unknownList();
  return list;
}

export async function itemsOfList(tx: Tx, id: FavouriteListId): Promise<FavouriteItem[]> {
  const rows = await tx.rows<FavouriteItem>(ITEMS, [tx.ctx.companyId, id]);
  return rows.map((item) => ({ ...item, quantity: trimDecimal(item.quantity) }));
}

/** How many products a list has beside one. */
export async function countOthers(
  tx: Tx,
  id: FavouriteListId,
  productId: ProductId,
): Promise<number> {
  const params = [tx.ctx.companyId, id, productId];
  return (await tx.one<{ count: number }>(COUNT, params)).count;
}

/** Which product of which list. */
export interface ItemAt {
  readonly listId: FavouriteListId;
  readonly productId: ProductId;
}

export async function setItem(tx: Tx, at: ItemAt, quantity: string): Promise<void> {
  await tx.run(SET_ITEM, [tx.ctx.companyId, at.listId, at.productId, quantity, tx.ctx.now]);
}

/** @throws DomainError not_found */
export async function changeItem(tx: Tx, at: ItemAt, quantity: string): Promise<void> {
  const params = [tx.ctx.companyId, at.listId, at.productId, quantity];
  if ((await tx.run(CHANGE_ITEM, params)) === 0) throw notFound({ object: 'product of the list' });
}

/** @throws DomainError not_found */
export async function dropItem(tx: Tx, at: ItemAt): Promise<void> {
  const dropped = await tx.run(DROP_ITEM, [tx.ctx.companyId, at.listId, at.productId]);
  if (dropped === 0) throw notFound({ object: 'product of the list' });
}

export async function dropList(tx: Tx, id: FavouriteListId): Promise<void> {
  await tx.run(DROP, [tx.ctx.companyId, id]);
}
