import { isEuMember } from '@quittance/registrations';
import { isLocalDate } from '@quittance/calendar';
import { parseDecimal } from '@quittance/money';
import { placeName, SEED_COUNTRIES, SEED_RATES } from './seed-rates.js';

const END = '9999-12-31';

describe('the starter set', () => {
  it('has the member states of the European Union and the others it promises', () => {
    expect(SEED_COUNTRIES.filter((country) => isEuMember(country))).toHaveLength(27);
    expect(SEED_COUNTRIES.filter((country) => !isEuMember(country))).toEqual([
      'CA',
      'CH',
      'GB',
      'IN',
      'JP',
      'US',
    ]);
  });

  it('has every state of the United States and every province of Canada', () => {
    const regions = (wanted: string) =>
      new Set(SEED_RATES.flatMap(({ country, region }) => (country === wanted ? [region] : [])));
    expect(regions('US').size).toBe(51);
    expect(regions('CA').size).toBe(14);
  });

  it('has a source, dates and a name for each rate', () => {
    for (const rate of SEED_RATES) {
      expect(parseDecimal(rate.rate)).toBeDefined();
      expect([rate.validFrom, rate.sourceDate, rate.validTo ?? END].every(isLocalDate)).toBe(true);
      expect(rate.source.length).toBeGreaterThan(10);
      const key = rate.region ? `${rate.country}-${rate.region}` : rate.country;
      expect(placeName(key)).not.toBe(key);
    }
  });

  it('never has two rates in force at once for one place, code and kind', () => {
    for (const a of SEED_RATES) {
      const clash = SEED_RATES.filter(
        (b) =>
          a !== b &&
          [a.country, a.region, a.taxCode].join() === [b.country, b.region, b.taxCode].join() &&
          a.kind === b.kind &&
          a.validFrom <= (b.validTo ?? END) &&
          b.validFrom <= (a.validTo ?? END),
      );
      expect(clash).toEqual([]);
    }
  });

  it('has every slab of India that is in force', () => {
    const current = SEED_RATES.filter(
      ({ kind, validTo }) => kind === 'gst_igst' && validTo === null,
    );
    const rates = new Set(current.map(({ rate }) => Number(rate)));
    expect([...rates].sort((a, b) => a - b)).toEqual([0.25, 1.5, 3, 5, 18, 40]);
  });

  it('halves every slab of India', () => {
    const india = SEED_RATES.filter(({ country }) => country === 'IN');
    for (const { taxCode, rate } of india.filter(({ kind }) => kind === 'gst_igst')) {
      const halves = india.filter((each) => each.taxCode === taxCode && each.kind !== 'gst_igst');
      expect(halves.map((each) => Number(each.rate) * 2)).toEqual([Number(rate), Number(rate)]);
    }
  });
});
