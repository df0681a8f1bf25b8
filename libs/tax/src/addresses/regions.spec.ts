import { gstStateOfRegion } from '@quittance/registrations';
import { SEED_STATES } from '../seed/seed-rates';
import { isState, STATES } from './regions';

describe('the states whose taxes count', () => {
  it('have codes as ISO 3166-2 has them, each once', () => {
    expect([...STATES.keys()]).toEqual(['US', 'CA', 'IN']);
    const sizes = [...STATES.values()].map((codes) => codes.size);
    expect(sizes).toEqual([56, 13, 40]);
    const codes = [...STATES.values()].flatMap((each) => [...each]);
    expect(codes.filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  });

  it('are those that the starter set names, and all that the tax of India has', () => {
    for (const [key, name] of SEED_STATES) {
      const [country = '', code = ''] = key.split('-');
      expect([key, STATES.get(country)?.has(code)]).toEqual([key, true]);
      expect(isState(country, name)).toBe(true);
    }
    const india = [...(STATES.get('IN') ?? [])];
    expect(india.filter((code) => gstStateOfRegion(code) === null)).toEqual([]);
  });
});
