import type { LocalDate } from '@quittance/calendar';
import { newId, type AccountId, type ProductId } from '@quittance/kernel';
import { newCartLine } from '../cart/cart.js';
import type { HandedCart } from './hand-cart-over.js';
import { requestOfCart } from './request-of-cart.js';

const productId = newId<'product'>() as ProductId;
const day = (text: string) => text as LocalDate;
const cart: HandedCart = {
  accountId: newId<'account'>() as AccountId,
  notes: 'By May',
  poNumber: null,
  requestedDeliveryDate: day('2099-04-01'),
  to: null,
  lines: [
    newCartLine({ productId, quantity: '1', note: 'Blue', deliverOn: day('2099-03-01') }),
    newCartLine({ productId, quantity: '2', deliverOn: day('2099-03-02') }),
    newCartLine({ productId, quantity: '3' }),
  ],
};
const TO = {
  recipient: null,
  line1: 'Quai 1',
  line2: null,
  city: 'Genf',
  region: null,
  postalCode: null,
  country: 'CH',
};

describe('the request of a cart', () => {
  it('has the days of its lines in their notes', () => {
    const { lines } = requestOfCart(cart, {});
    expect(lines.map(({ quantity, note }) => [quantity, note])).toEqual([
      ['1', 'Blue\n→ 2099-03-01'],
      ['2', '→ 2099-03-02'],
      ['3', null],
    ]);
  });

  it('says what the cart does, unless it is said anew', () => {
    const { notes, preferredDeliveryDate } = requestOfCart(cart, {});
    expect([notes, preferredDeliveryDate]).toEqual(['By May', '2099-04-01']);
    const anew = { notes: null, preferredDeliveryDate: null };
    expect(requestOfCart(cart, anew)).toMatchObject(anew);
  });

  it('has in its notes what it has no member for, whatever is said anew', () => {
    const more = { ...cart, poNumber: ' PO-7 ', to: TO };
    const beside = 'PO number: PO-7\nDelivery address: Quai 1, Genf, CH';
    expect(requestOfCart(more, {}).notes).toBe(`By May\n${beside}`);
    expect(requestOfCart(more, { notes: null }).notes).toBe(beside);
  });

  it('refuses notes that leave no room for it, and cuts nothing off', () => {
    const notes = (length: number) => ({ notes: 'x'.repeat(length) });
    const ordered = { ...cart, poNumber: '7' };
    expect(requestOfCart(cart, notes(5000)).notes).toHaveLength(5000);
    expect(requestOfCart(ordered, notes(4987)).notes).toHaveLength(5000);
    expect(() => requestOfCart(ordered, notes(4988))).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });
});
