import { sql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import type { ObjectHooks } from '@quittance/metadata';
import { readUnknownTaxCodes, unknownTaxCodes } from '@quittance/tax';
import { skuTaken } from '../catalog.errors.js';

/** By `product_sku_key`, which decides where two are made at once. */
const TAKEN = sql(`
  select sku from catalog.product
  where company_id = $1 and sku = any($2::text[]) and id <> all($3::uuid[])
    and deleted_at is null limit 1`);

/** @throws DomainError sku_taken */
async function refuseTaken(tx: Tx, products: readonly FieldValues[]): Promise<void> {
  const skus = products.map(({ sku }) => String(sku));
  if (skus.length === 0) return;
  const twice = skus.find((sku, i) => skus.indexOf(sku) < i);
  const params = [tx.ctx.companyId, skus, products.map(({ id }) => id)];
  const taken = twice ?? (await tx.maybe<{ sku: string }>(TAKEN, params))?.sku;
  if (taken !== undefined) throw skuTaken({ sku: taken });
}

/** @throws DomainError tax_code_unknown */
async function refuseUnknownCodes(tx: Tx, products: readonly FieldValues[]): Promise<void> {
  const codes = products.flatMap(({ taxCode }) => (typeof taxCode === 'string' ? [taxCode] : []));
  const unknown = await readUnknownTaxCodes(tx, codes);
  if (unknown.length === 0) return;
  throw unknownTaxCodes(unknown.map((code) => ({ pointer: '/taxCode', code })));
}

export const productHooks: ObjectHooks = {
  async beforeCreate(tx, products) {
    await refuseTaken(tx, products);
    await refuseUnknownCodes(tx, products);
    return products.map(() => ({}));
  },

  async beforeUpdate(tx, changes) {
    const renamed = changes.filter(({ changes: { sku } }) => sku !== undefined);
    await refuseTaken(
      tx,
      renamed.map(({ after }) => after),
    );
    const recoded = changes.filter(({ changes: { taxCode } }) => taxCode !== undefined);
    await refuseUnknownCodes(
      tx,
      recoded.map(({ after }) => after),
    );
    return changes.map(() => ({}));
  },
};
