import type { Tx } from '@quittance/database';
import type { Id, ProductId } from '@quittance/kernel';
import { recordDocuments } from '@quittance/objects';
import { findShownProduct } from './catalogue.queries.js';

/** Staff attach them to the product, for customers to see. */
const OF_PRODUCTS = { object: 'product', visibility: 'customer' } as const;

/** A picture of a product, which `/catalogue/{id}/images/{imageId}` answers. */
export interface ProductImage {
  readonly id: Id<'document'>;
  readonly fileName: string;
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
}

/** The pictures of products, by the product; the first of each is the one that stands for it. */
export function readProductImages(tx: Tx, ids: readonly ProductId[]) {
  return recordDocuments.images.ofRecords(tx, OF_PRODUCTS, ids);
}

/** @throws DomainError not_found, of what customers are not shown as of what never was */
export async function findProductImage(
  tx: Tx,
  productId: ProductId,
  imageId: ProductImage['id'],
): ReturnType<typeof recordDocuments.images.find> {
  await findShownProduct(tx, productId);
  return recordDocuments.images.find(tx, OF_PRODUCTS, productId, imageId);
}
