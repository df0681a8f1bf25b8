import { isUuid, newId } from '@quittance/kernel';
import { orderIdOfCart } from './order-id-of-cart.js';

const asked = { cart: { id: newId(), version: 3 }, total: 11_900n, currency: 'EUR' } as const;

it('is an id, and the same for the same cart at the same total', () => {
  expect(isUuid(orderIdOfCart(asked))).toBe(true);
  expect(orderIdOfCart({ ...asked })).toBe(orderIdOfCart(asked));
});

it.each([
  ['another version', { cart: { ...asked.cart, version: 4 } }],
  ['another cart', { cart: { ...asked.cart, id: newId() } }],
  ['another total', { total: 11_901n }],
  ['another currency', { currency: 'USD' as const }],
])('is another one for %s', (_of, other) => {
  expect(orderIdOfCart({ ...asked, ...other })).not.toBe(orderIdOfCart(asked));
});
