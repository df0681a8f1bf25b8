import { sql, type Tx } from '@quittance/database';
import { notFound, type FieldError, type ProductId } from '@quittance/kernel';
import { decimal, roundToScale, trimDecimal } from '@quittance/money';
import { quantityBelowMinimum, quantityStep } from '../catalog.errors.js';

/** What of a product says how much of it is ordered. */
export interface SoldBy {
  readonly sku: string;
  readonly minimumQuantity: string | null;
  readonly quantityStep: string | null;
}

export type QuantityFault = 'quantity_below_minimum' | 'quantity_step';

/** By primary key. */
const SOLD_BY = sql(`select p.sku, p.minimum_quantity as "minimumQuantity",
    p.quantity_step as "quantityStep"
  from catalog.product p where p.company_id = $1 and p.id = $2`);

/** How much of a product is ordered, also of one that was deleted. @throws DomainError not_found */
export async function readSoldBy(tx: Tx, id: ProductId): Promise<SoldBy> {
  const product = await tx.maybe<SoldBy>(SOLD_BY, [tx.ctx.companyId, id]);
  if (!product) throw notFound({ object: 'product' });
  return product;
}

const SCALE = 6;
/** A quantity as the whole number of its last decimal. */
export const inMillionths = (text: string): bigint => roundToScale(decimal(text), SCALE);

/** Why a quantity of a product is not sold; undefined where it is. Pure. */
export function quantityFault(
  { minimumQuantity, quantityStep: step }: SoldBy,
  quantity: string,
): QuantityFault | undefined {
  const asked = inMillionths(quantity);
  if (minimumQuantity !== null && asked < inMillionths(minimumQuantity)) {
    return quantityBelowMinimum.code as QuantityFault;
  }
  if (step !== null && asked % inMillionths(step) !== 0n) return quantityStep.code as QuantityFault;
  return undefined;
}

/** The refusal of a quantity, at its place in the body. */
export function refuseQuantity(fault: QuantityFault, product: SoldBy, pointer: string) {
  const { sku, minimumQuantity, quantityStep: stepped } = product;
  const [least, step] = [minimumQuantity, stepped].map((of) => of && trimDecimal(of));
  const isLeast = fault === quantityBelowMinimum.code;
  const message = isLeast ? `must be at least ${least}` : `must be a multiple of ${step}`;
  const errors: FieldError[] = [{ pointer, code: fault, message }];
  return isLeast
    ? quantityBelowMinimum({ sku, least }, { errors })
    : quantityStep({ sku, step }, { errors });
}
