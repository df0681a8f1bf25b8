import {
  PRODUCT_TYPES,
  type NewProduct,
  type ProductType,
  type ProductView,
} from '@quittance/catalog';
import {
  BooleanField,
  EnumField,
  IdField,
  InstantField,
  IntegerField,
  TextField,
} from '@quittance/http';
import type { Instant, ProductId } from '@quittance/kernel';

export class CreateProductDto implements NewProduct {
  @TextField({ max: 100, description: 'Unique in the company.' })
  sku: string;

  @TextField({ max: 200 })
  name: string;

  @TextField({ max: 2000, optional: true, nullable: true })
  description?: string | null;

  @EnumField(PRODUCT_TYPES, { optional: true, description: '`service` unless said otherwise.' })
  type?: ProductType;

  @TextField({ max: 20, optional: true, nullable: true, example: 'hour' })
  unit?: string | null;

  @TextField({ max: 50, optional: true, nullable: true })
  taxCode?: string | null;

  @BooleanField({ optional: true })
  active?: boolean;
}

export class UpdateProductDto implements Partial<NewProduct> {
  @TextField({ max: 100, optional: true })
  sku?: string;

  @TextField({ max: 200, optional: true })
  name?: string;

  @TextField({ max: 2000, optional: true, nullable: true })
  description?: string | null;

  @EnumField(PRODUCT_TYPES, { optional: true })
  type?: ProductType;

  @TextField({ max: 20, optional: true, nullable: true })
  unit?: string | null;

  @TextField({ max: 50, optional: true, nullable: true })
  taxCode?: string | null;

  @BooleanField({ optional: true })
  active?: boolean;
}

export class ProductDto implements ProductView {
  @IdField()
  id: ProductId;

  @TextField({ max: 100 })
  sku: string;

  @TextField({ max: 200 })
  name: string;

  @TextField({ max: 2000, nullable: true })
  description: string | null;

  @EnumField(PRODUCT_TYPES)
  type: ProductType;

  @TextField({ max: 20, nullable: true })
  unit: string | null;

  @TextField({ max: 50, nullable: true })
  taxCode: string | null;

  @BooleanField()
  active: boolean;

  @IntegerField()
  version: number;

  @InstantField()
  createdAt: Instant;

  @InstantField()
  updatedAt: Instant;
}
