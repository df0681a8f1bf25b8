import { electronicAddressFault, isNetworkScheme } from './electronic-addresses.js';

const faultOf = (scheme: string, id: string) => electronicAddressFault({ scheme, id })?.member;

describe('an electronic address', () => {
  it.each([
    ['9930', 'DE123456789'],
    ['0204', '04011000-1234512345-06'],
    // Numbers that the rules of the network name as right.
    ['0088', '7300010000001'],
    ['0192', '987654325'],
    ['0184', 'DK16356706'],
    ['0208', '0123456749'],
    ['0007', '5567321707'],
    ['EM', 'ar@seller.example'],
  ])('of the scheme %s may be %s', (scheme, id) => {
    expect(faultOf(scheme, id)).toBeUndefined();
  });

  it.each([
    ['0088', '7300010000002'],
    ['0192', '987654321'],
    ['0184', '1635670'],
    ['0208', '0123456748'],
    ['0007', '5567321708'],
    ['EM', 'nobody'],
    ['9930', ' '],
  ])('of the scheme %s is not %s', (scheme, id) => {
    expect(faultOf(scheme, id)).toBe('id');
  });

  it('has a scheme of the list, by which not all are on the network', () => {
    expect(faultOf('1234', 'x')).toBe('scheme');
    expect(['9930', '0204', 'EM', 'AU'].map(isNetworkScheme)).toEqual([true, true, false, false]);
  });
});
