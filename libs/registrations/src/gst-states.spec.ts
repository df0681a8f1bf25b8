import { gstinOfSeller, gstStateOfNumber, gstStateOfRegion } from './gst-states.js';

describe('the states of the Indian goods and services tax', () => {
  it('are known by the digits of a GSTIN and by the region of an address', () => {
    expect(gstStateOfNumber('29AAGCB7383J1Z4')).toMatchObject({ region: 'KA', name: 'Karnataka' });
    expect(gstStateOfRegion('KA')).toBe(gstStateOfNumber('29'));
    expect(gstStateOfNumber('96')).toBeNull();
    for (const region of ['ka', ' IN-KA', '29', 'karnataka'])
      expect(gstStateOfRegion(region)).toBe(gstStateOfNumber('29'));
    expect(gstStateOfRegion('Jammu and Kashmir')?.region).toBe('JK');
    expect([gstStateOfRegion('ZZ'), gstStateOfRegion(null)]).toEqual([null, null]);
  });

  it('are found by codes that were theirs before', () => {
    expect(gstStateOfRegion('OR')?.name).toBe('Odisha');
    expect(gstStateOfRegion('DD')).toBe(gstStateOfNumber('25'));
    expect(gstStateOfNumber('25')?.code).toBe('26');
  });

  it('choose the number that a seller with several is taxed under', () => {
    const [karnataka, maharashtra] = ['29AAGCB7383J1Z4', '27AAPFU0939F1ZV'];
    const numbers = [karnataka, maharashtra];
    expect(gstinOfSeller(numbers, 'MH')).toBe(maharashtra);
    expect(gstinOfSeller(numbers, 'IN-KA')).toBe(karnataka);
    expect([gstinOfSeller(numbers, 'DL'), gstinOfSeller(numbers, null)]).toEqual([
      karnataka,
      karnataka,
    ]);
    expect(gstinOfSeller(['DE136695976'], 'MH')).toBeNull();
  });

  it('are 36, of which five are union territories without legislature', () => {
    const codes = Array.from({ length: 39 }, (_, i) => String(i).padStart(2, '0'));
    const states = new Set(codes.flatMap((code) => gstStateOfNumber(code) ?? []));
    expect(states.size).toBe(36);
    const territories = [...states].filter(({ isUnionTerritory }) => isUnionTerritory);
    expect(territories.map(({ code }) => code).sort()).toEqual(['04', '26', '31', '35', '38']);
  });
});
