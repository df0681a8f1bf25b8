import { audit, changedFields } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';
import { newId } from '@quittance/kernel';
import { trimDecimal } from '@quittance/money';
import { emit } from '@quittance/outbox';
import type { Product } from '../products/product.js';
import { priceBookEntryNoun, type PriceBookEntryView } from './price-book-entry.description.js';
import type { PriceBookId } from './price-book.js';

const { rows } = priceBookEntryNoun;

/** Changes any number of prices, by primary key. */
const UPDATE = sql(`
  update catalog.price_book_entry e
  set min_quantity = n.min_quantity, unit_price = n.unit_price, version = e.version + 1,
    updated_at = $2
  from unnest($3::uuid[], $4::numeric[], $5::numeric[]) as n (id, min_quantity, unit_price)
  where e.company_id = $1 and e.id = n.id`);
const DELETE = sql(`delete from catalog.price_book_entry where company_id = $1 and id = $2`);

/** A price to be made, with what the API shows of its product. */
export interface NewEntry {
  readonly product: Pick<Product, 'id' | 'sku' | 'name'>;
  readonly minQuantity: string;
  readonly unitPrice: string;
}

export interface EntryChange {
  readonly before: PriceBookEntryView;
  readonly after: PriceBookEntryView;
}

/** The price as it will be shown, not yet stored. */
export function newEntry(
  { ctx: { now } }: Tx,
  priceBookId: PriceBookId,
  { product, minQuantity, unitPrice }: NewEntry,
): PriceBookEntryView {
  return {
    id: newId<'price-book-entry'>(),
    priceBookId,
    productId: product.id,
    sku: product.sku,
    productName: product.name,
    minQuantity: trimDecimal(minQuantity),
    unitPrice: trimDecimal(unitPrice),
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}

/** Adds prices in one statement, and tells of each; `action` says how in the log. */
export async function insertEntries(
  tx: Tx,
  entries: readonly PriceBookEntryView[],
  action: string,
): Promise<void> {
  if (entries.length === 0) return;
  await rows.insert(
    tx,
    entries.map(({ sku: _, productName: __, ...row }) => row),
  );
  for (const entry of entries) {
    const change = { object: 'price-book-entry', recordId: entry.id };
    emit(tx, { type: 'record.created', ...change, data: { ...entry } });
    audit(tx, { action, ...change, after: { ...entry } });
  }
}

/** Changes prices in one statement, and tells of each; `action` says how in the log. */
export async function updateEntries(
  tx: Tx,
  changes: readonly EntryChange[],
  action: string,
): Promise<void> {
  if (changes.length === 0) return;
  await tx.run(UPDATE, [
    tx.ctx.companyId,
    tx.ctx.now,
    changes.map(({ after }) => after.id),
    changes.map(({ after }) => after.minQuantity),
    changes.map(({ after }) => after.unitPrice),
  ]);
  for (const { before, after } of changes) {
    const change = { object: 'price-book-entry', recordId: after.id };
    const { before: was, after: is } = changedFields({ ...before }, { ...after });
    const { version: _, updatedAt: __, ...old } = was;
    emit(tx, { type: 'record.updated', ...change, data: { ...after }, before: old });
    audit(tx, { action, ...change, before: was, after: is });
  }
}

export async function deleteEntry(tx: Tx, before: PriceBookEntryView): Promise<void> {
  await tx.run(DELETE, [tx.ctx.companyId, before.id]);
  const change = { object: 'price-book-entry', recordId: before.id };
  emit(tx, { type: 'record.deleted', ...change, data: { ...before } });
  audit(tx, { action: 'price_book_entry.deleted', ...change, before: { ...before } });
}

/** A changed price: one version on. */
export function changedEntry(
  { ctx }: Tx,
  before: PriceBookEntryView,
  patch: Partial<Pick<PriceBookEntryView, 'minQuantity' | 'unitPrice'>>,
): PriceBookEntryView {
  return { ...before, ...patch, version: before.version + 1, updatedAt: ctx.now };
}
