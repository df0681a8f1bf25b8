import { depositOf, refuseDeposit } from './deposit.js';

describe('a deposit', () => {
  it('example 44: is a percentage of the total with tax', () => {
    expect(depositOf({ percent: '30' }, 119_000n, 'EUR')).toBe(35_700n);
    expect(depositOf({ percent: '33.333333' }, 10_001n, 'EUR')).toBe(3334n);
  });

  it('is an amount, and of a smaller total all of it', () => {
    expect(depositOf({ amount: '100.00' }, 119_000n, 'EUR')).toBe(10_000n);
    expect(depositOf({ amount: '100.00' }, 5000n, 'EUR')).toBe(5000n);
    expect(depositOf(null, 5000n, 'EUR')).toBeNull();
  });

  it.each([
    [{ percent: '0' }],
    [{ percent: '100.000001' }],
    [{ amount: '0.00' }],
    [{ amount: '-1.00' }],
    [{ amount: '1.001' }],
  ])('is none of %j', (deposit) => {
    expect(() => refuseDeposit(deposit, 'EUR')).toThrow(
      expect.objectContaining({ code: 'validation_failed' }),
    );
  });

  it('is all of it, or a minor unit', () => {
    expect(() => refuseDeposit({ percent: '100' }, 'EUR')).not.toThrow();
    expect(() => refuseDeposit({ amount: '0.01' }, 'EUR')).not.toThrow();
    expect(() => refuseDeposit({ amount: '1' }, 'JPY')).not.toThrow();
  });
});
