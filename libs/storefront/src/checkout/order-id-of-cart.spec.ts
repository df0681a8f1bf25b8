import { isUuid, newId } from '@quittance/kernel';
import { PriceTokens } from '../cart/price-token.js';
import { orderIdOfCart } from './order-id-of-cart.js';

const tokensBy = (byte: number) =>
  new PriceTokens({ secretsKeys: [{ id: 'k', key: Buffer.alloc(32, byte) }] as never });
const tokens = tokensBy(1);
const asked = { cart: { id: newId(), version: 3 }, total: 11_900n, currency: 'EUR' } as const;

it('is an id, and the same for the same cart at the same total', () => {
  expect(isUuid(orderIdOfCart(asked, tokens))).toBe(true);
  expect(orderIdOfCart({ ...asked }, tokensBy(1))).toBe(orderIdOfCart(asked, tokens));
});

it.each([
  ['another version', { cart: { ...asked.cart, version: 4 } }],
  ['another cart', { cart: { ...asked.cart, id: newId() } }],
  ['another total', { total: 11_901n }],
  ['another currency', { currency: 'USD' as const }],
])('is another one for %s', (_of, other) => {
  expect(orderIdOfCart({ ...asked, ...other }, tokens)).not.toBe(orderIdOfCart(asked, tokens));
});

it('is found by nobody without the key, whatever totals they try', () => {
  expect(orderIdOfCart(asked, tokensBy(2))).not.toBe(orderIdOfCart(asked, tokens));
});
