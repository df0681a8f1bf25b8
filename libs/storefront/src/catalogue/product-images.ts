import type { Tx } from '@quittance/database';
import type { ProductId } from '@quittance/kernel';
import { recordImages, type RecordImage } from '@quittance/objects';
import { findShownProduct } from './catalogue.queries.js';

/** Staff attach them to the product, for customers to see. */
const OF_PRODUCTS = { object: 'product', visibility: 'customer' } as const;

/** A picture of a product, which `/catalogue/{id}/images/{imageId}` answers. */
export type ProductImage = RecordImage;

/** The pictures of products, by the product; the first of each is the one that stands for it. */
export function readProductImages(tx: Tx, ids: readonly ProductId[]) {
  return recordImages.ofRecords(tx, OF_PRODUCTS, ids);
}

/** @throws DomainError not_found, of what customers are not shown as of what never was */
export async function findProductImage(
  tx: Tx,
  productId: ProductId,
  imageId: ProductImage['id'],
): ReturnType<typeof recordImages.find> {
  await findShownProduct(tx, productId);
  return recordImages.find(tx, OF_PRODUCTS, productId, imageId);
}
