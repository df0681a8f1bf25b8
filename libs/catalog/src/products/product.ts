import type { ProductId } from '@quittance/kernel';
import type { SupplyPlace } from '@quittance/tax';

export const PRODUCT_TYPES = ['goods', 'service'] as const;
export type ProductType = (typeof PRODUCT_TYPES)[number];

/** What documents need of a product. */
export interface Product {
  readonly id: ProductId;
  readonly sku: string;
  readonly name: string;
  readonly type: ProductType;
  readonly unit: string | null;
  readonly taxCode: string | null;
  /** India's code of the goods (HSN) or the service (SAC). */
  readonly hsnCode: string | null;
  /** Where it is supplied, whoever buys it; null where nobody said. */
  readonly placeOf: SupplyPlace | null;
  readonly active: boolean;
}
