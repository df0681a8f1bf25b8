import { newId } from '@quittance/kernel';
import { takeOff } from './take-off.js';

describe('takeOff', () => {
  const [second, first] = [newId<'invoice'>(), newId<'invoice'>()];
  const parts = [
    { forInvoiceId: null, amount: 10n },
    { forInvoiceId: second, amount: 20n },
    { forInvoiceId: first, amount: 30n },
  ];
  it.each([
    [4n, [-4n]],
    [10n, [-10n]],
    [25n, [-10n, -15n]],
    [60n, [-10n, -20n, -30n]],
  ])('takes %s in the order of the parts', (amount, taken) => {
    const expected = taken.map((each, i) => ({ ...parts[i], amount: each }));
    expect(takeOff(parts, amount)).toEqual(expected);
  });
});
