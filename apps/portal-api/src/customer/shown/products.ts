import type { AccountId } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import { accountInReach, portalObject, type PortalObject, type Says } from '@quittance/portal';
import {
  catalogueList,
  catalogueProductNoun,
  completeProducts,
  type CatalogueProduct,
  type CustomerOfProduct,
} from '@quittance/storefront/host';

const HEAD: Says<CatalogueProduct> = {
  id: 'plain',
  sku: 'plain',
  name: 'plain',
  description: 'plain',
  type: 'plain',
  kind: 'plain',
  category: 'plain',
  unit: 'plain',
  minimumQuantity: 'plain',
  quantityStep: 'plain',
  stock: 'plain',
};

/** Of each member of a product who of a customer sees it. */
export const PRODUCT: Says<CatalogueProduct & CustomerOfProduct> = {
  ...HEAD,
  properties: { name: 'plain', label: 'plain', value: 'plain' },
  images: { id: 'plain', fileName: 'plain', mimeType: 'plain', size: 'plain' },
  price: 'price',
  lastOrdered: 'orders',
};

/** Products are the same for everybody of the company; what differs is what an account pays. */
export const portalProducts = portalObject(catalogueProductNoun, {
  name: 'product',
  list: catalogueList,
  within: () => 'true',
  says: HEAD,
});

/** The same with the prices of an account in reach, the user's own where none is named. */
export function productsFor(
  accountId: AccountId | undefined,
  models: CompanyModels,
): PortalObject<Parameters<typeof catalogueList.map>[0], CatalogueProduct> {
  return {
    ...portalProducts,
    completes: (tx, scope, items) =>
      completeProducts(tx, scope, { accountId: accountInReach(scope, accountId), models }, items),
  };
}
