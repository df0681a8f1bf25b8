import type { Says } from '@quittance/portal';
import type { CartView } from '@quittance/storefront/host';

/** Of each member of a cart who sees it: it is the user's own, so that only prices are not for all. */
export const CART: Says<CartView> = {
  id: 'plain',
  accountId: 'plain',
  version: 'plain',
  poNumber: 'plain',
  deliveryAddressId: 'plain',
  requestedDeliveryDate: 'plain',
  notes: 'plain',
  priceToken: 'plain',
  lines: {
    id: 'plain',
    productId: 'plain',
    sku: 'plain',
    name: 'plain',
    unit: 'plain',
    quantity: 'plain',
    note: 'plain',
    deliverOn: 'plain',
    stock: 'plain',
    hindrance: 'plain',
    unitPrice: 'price',
    listPrice: 'price',
    net: 'price',
    taxRate: 'price',
    tax: 'price',
    total: 'price',
    changed: 'price',
  },
  currency: 'price',
  subtotal: 'price',
  taxes: 'price',
  taxTotal: 'price',
  total: 'price',
  savings: 'price',
};
