import { decimal, formatMinor } from '@quittance/money';
import { uplifted, upliftPercent } from './uplift.js';

describe('the price of a renewal', () => {
  it('example 16: goes up by the percent of the price in force, again and again', () => {
    const first = uplifted(decimal('19.99'), { percent: '3' }, 2);
    const second = uplifted({ units: first, scale: 2 }, { percent: '3' }, 2);
    expect([first, second].map((minor) => formatMinor(minor, 'EUR'))).toEqual(['20.59', '21.21']);
  });

  it('goes up by the cap where the uplift is above it', () => {
    expect(upliftPercent({ percent: '7.5', cap: '5' })).toBe('5');
    expect(upliftPercent({ percent: '5', cap: '5.0' })).toBe('5');
    expect(uplifted(decimal('100'), { percent: '7.5', cap: '5' }, 2)).toBe(10_500n);
  });

  it('stays without an uplift', () => {
    expect(uplifted(decimal('19.99'), { percent: '0' }, 2)).toBe(1999n);
  });
});
