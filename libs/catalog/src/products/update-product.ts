import { Injectable } from '@nestjs/common';
import { audit, changedFields } from '@quittance/audit';
import { Database, checkVersion, violates } from '@quittance/database';
import type { Ctx, ProductId } from '@quittance/kernel';
import { emit } from '@quittance/outbox';
import { skuTaken } from '../catalog.errors.js';
import type { NewProduct } from './create-product.js';
import { ProductEntity } from './product.entity.js';
import { lockProduct, type ProductView } from './product.queries.js';

@Injectable()
export class UpdateProduct {
  constructor(private readonly db: Database) {}

  /** Merges the members sent; `null` clears. @throws DomainError not_found, precondition_failed, sku_taken */
  async execute(
    ctx: Ctx,
    id: ProductId,
    patch: Partial<NewProduct>,
    expectedVersion: number | null,
  ): Promise<ProductView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockProduct(tx, id);
      checkVersion(before.version, expectedVersion);
      const set = { ...patch, version: before.version + 1, updatedAt: ctx.now };
      await tx.update(ProductEntity, { id }, set).catch((error) => {
        throw violates(error, 'product_sku_key') ? skuTaken({ sku: patch.sku }) : error;
      });
      const after: ProductView = { ...before, ...set };
      const change = { object: 'product', recordId: id };
      emit(tx, { type: 'record.updated', ...change, data: { ...after } });
      audit(tx, {
        action: 'product.updated',
        ...change,
        ...changedFields({ ...before }, { ...after }),
      });
      return after;
    });
  }
}
