import { newId, type UserId } from '@quittance/kernel';
import { isPricedOtherwise, pricersOf, withPricer, type PricedAs } from './pricers.js';

const LINE = { kind: 'one_off', quantity: '1', unitPrice: '50', discountGiven: null, net: 5000n };
const HEAD = { currency: 'EUR', discount: { amount: '5.00' }, total: 5000n };

/** Whether a quote is priced otherwise than one line of 50. */
function otherwise(head: object, ...lines: readonly object[]): boolean {
  const before = { quote: HEAD, lines: [LINE] } as unknown as PricedAs;
  const after = { quote: { ...HEAD, ...head }, lines } as unknown as PricedAs;
  return isPricedOtherwise(before, after);
}

describe('who has said what a quote comes to', () => {
  it.each<[string, boolean, object, readonly object[]]>([
    ['nothing', false, {}, [LINE]],
    [
      'a number as it is kept',
      false,
      { discount: { amount: '5' } },
      [{ ...LINE, quantity: '1.0' }],
    ],
    ['texts', false, { title: 'T' }, [{ ...LINE, description: 'D' }, { kind: 'note' }]],
    ['a discount', true, { discount: { percent: '5' } }, [LINE]],
    ['a price book', true, { priceBookId: 'b' }, [LINE]],
    ['a quantity', true, {}, [{ ...LINE, quantity: '2' }]],
    ['an option', true, {}, [{ ...LINE, optional: true }]],
    ['another line', true, {}, [LINE, LINE]],
    ['no line', true, {}, []],
  ])('changes %s', (_, expected, head, lines) => {
    expect(otherwise(head, ...lines)).toBe(expected);
  });

  it('is each person once, and whoever wrote what it was made of', () => {
    const [one, two] = [newId<'user'>() as UserId, newId<'user'>() as UserId];
    expect(withPricer([one], one)).toEqual([one]);
    expect(withPricer([one], null)).toEqual([one]);
    const three = newId<'user'>() as UserId;
    const known = { pricers: [one], pricedBy: three, writtenBy: two };
    expect(pricersOf(known)).toEqual([one, three, two]);
    expect(pricersOf({ ...known, pricedBy: null })).toEqual([one, two]);
  });
});
