import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, violates } from '@quittance/database';
import { newId, type Ctx, type ProductId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { skuTaken } from '../catalog.errors.js';
import { ProductEntity, type ProductType } from './product.entity.js';
import type { ProductView } from './product.queries.js';

export interface NewProduct {
  sku: string;
  name: string;
  description?: string | null;
  type?: ProductType;
  unit?: string | null;
  taxCode?: string | null;
  active?: boolean;
}

@Injectable()
export class CreateProduct {
  constructor(private readonly db: Database) {}

  /** @throws DomainError sku_taken */
  async execute(ctx: Ctx, input: NewProduct): Promise<ProductView> {
    const product: ProductView = {
      id: newId<'product'>() as ProductId,
      sku: input.sku,
      name: input.name,
      description: input.description ?? null,
      type: input.type ?? 'service',
      unit: input.unit ?? null,
      taxCode: input.taxCode ?? null,
      active: input.active ?? true,
      version: 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    };
    return this.db.write(ctx, async (tx) => {
      await tx.insert(ProductEntity, { ...product, companyId: ctx.companyId }).catch((error) => {
        throw violates(error, 'product_sku_key') ? skuTaken({ sku: input.sku }) : error;
      });
      const change = { object: 'product', recordId: product.id };
      emit(tx, { type: 'record.created', ...change, data: { ...product } });
      audit(tx, { action: 'product.created', ...change, after: { ...product } });
      return product;
    });
  }
}
