import type { FieldError } from '@quittance/kernel';
import { quantityBelowMinimum, quantityStep } from '../storefront.errors.js';
import { inMillionths } from './cart.js';

/** What of a product says how much of it is ordered. */
export interface SoldBy {
  readonly sku: string;
  readonly minimumQuantity: string | null;
  readonly quantityStep: string | null;
}

export type QuantityFault = 'quantity_below_minimum' | 'quantity_step';

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
  const { sku, minimumQuantity: least, quantityStep: step } = product;
  const isLeast = fault === quantityBelowMinimum.code;
  const message = isLeast ? `must be at least ${least}` : `must be a multiple of ${step}`;
  const errors: FieldError[] = [{ pointer, code: fault, message }];
  return isLeast
    ? quantityBelowMinimum({ sku, least }, { errors })
    : quantityStep({ sku, step }, { errors });
}
