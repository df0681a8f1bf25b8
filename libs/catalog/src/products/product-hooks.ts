import { sql, type Tx } from '@quittance/database';
import type { FieldValues } from '@quittance/fields';
import { invalidField, type DomainError } from '@quittance/kernel';
import type { ObjectHooks, PendingRecord } from '@quittance/metadata';
import { readUnknownTaxCodes, unknownTaxCodes } from '@quittance/tax';
import { skuTaken } from '../catalog.errors.js';

/** By `product_sku_key`, which decides where two are made at once. */
const TAKEN = sql(`
  select sku, id from catalog.product
  where company_id = $1 and sku = any($2::text[]) and deleted_at is null`);

/** Which of these SKUs another product has, or one before it among them. */
async function takenOf(tx: Tx, products: readonly FieldValues[]): Promise<readonly FieldValues[]> {
  if (products.length === 0) return [];
  const rows = await tx.rows<{ sku: string; id: string }>(TAKEN, [
    tx.ctx.companyId,
    products.map(({ sku }) => String(sku)),
  ]);
  const owners = new Map(rows.map(({ sku, id }) => [sku, id]));
  return products.filter(({ sku, id }) => {
    const owner = owners.get(String(sku));
    if (owner === undefined) owners.set(String(sku), String(id));
    return owner !== undefined && owner !== id;
  });
}

async function unknownCodesOf(tx: Tx, products: readonly FieldValues[]) {
  const codes = products.flatMap(({ taxCode }) => (typeof taxCode === 'string' ? [taxCode] : []));
  return new Set(await readUnknownTaxCodes(tx, codes));
}

const isSet = (record: PendingRecord, name: string) =>
  typeof record.after[name] === 'string' &&
  (record.before === null || record.changes[name] !== undefined);

export const productHooks: ObjectHooks = {
  taken: (field, { sku }) => (field === 'sku' ? takenSku(String(sku)) : undefined),
  /** sku_taken, tax_code_unknown, and validation_failed where it is more than one. */
  async faults(tx, products) {
    const of = (name: string) =>
      products.filter((each) => isSet(each, name)).map(({ after }) => after);
    const taken = new Set(await takenOf(tx, of('sku')));
    const recoded = new Set(of('taxCode'));
    const unknown = await unknownCodesOf(tx, [...recoded]);
    return products.map(({ after }) => {
      const { sku, taxCode } = after;
      const isTaken = taken.has(after) && takenSku(String(sku));
      const isUnknown =
        recoded.has(after) &&
        unknown.has(String(taxCode)) &&
        unknownTaxCodes([{ pointer: '/taxCode', code: String(taxCode) }]);
      const faults = [isTaken, isUnknown, isNowhere(after)];
      return faults.filter((each) => each !== false);
    });
  },
};

/** Without its country an address tells no tax. */
function isNowhere({ supplyAddress }: FieldValues): DomainError | false {
  const { country = null, ...parts } = (supplyAddress ?? {}) as Readonly<Record<string, unknown>>;
  const isSaid = Object.values(parts).some((part) => (part ?? null) !== null);
  if (country !== null || !isSaid) return false;
  const message = 'is required where a place of supply is said';
  return invalidField('/supplyAddress/country', 'required', message);
}

function takenSku(sku: string): DomainError {
  const errors = [{ pointer: '/sku', code: skuTaken.code, message: 'is taken by another product' }];
  return skuTaken({ sku }, { errors });
}
