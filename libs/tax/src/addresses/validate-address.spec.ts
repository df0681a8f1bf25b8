import { validateAddress } from './validate-address.js';

describe('an address', () => {
  it('is brought into the form of its country', () => {
    const given = {
      line1: '  1  Main St ',
      country: 'us',
      region: 'us-ca',
      postalCode: '94536 1234',
    };
    expect(validateAddress(given)).toEqual({
      valid: true,
      address: {
        line1: '1 Main St',
        line2: null,
        city: null,
        region: 'CA',
        postalCode: '94536-1234',
        country: 'US',
      },
      problems: [],
    });
  });

  it.each([
    ['DE', null, '10115', []],
    ['DE', null, '1011', ['/postalCode']],
    ['DE', null, null, ['/postalCode']],
    ['HK', null, null, []],
    ['GB', null, 'sw1a1aa', []],
    ['GB', null, 'SW1A', ['/postalCode']],
    ['CA', 'ON', 'k1a0b1', []],
    ['CA', 'XX', 'D1A 0B1', ['/region', '/postalCode']],
    ['US', null, '94536', ['/region']],
    ['IN', 'KA', '560001', []],
    ['NL', null, '1012ab', []],
    ['JP', null, '1000001', []],
    ['XX', null, null, ['/country']],
    [null, null, null, ['/country']],
  ])('of %s %s %s has problems at %j', (country, region, postalCode, pointers) => {
    const { problems, valid } = validateAddress({ country, region, postalCode });
    expect(problems.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(valid).toBe(pointers.length === 0);
  });

  it('takes names of properties for no country', () => {
    expect(validateAddress({ country: 'constructor' }).valid).toBe(false);
  });
});
