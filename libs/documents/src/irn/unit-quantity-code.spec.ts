import { knownUnitCode } from '../e-invoices/unit-code';
import units from '../e-invoices/unit-codes.json';
import data from './unit-quantity-codes.json';
import { unitQuantityCodeOf } from './unit-quantity-code';

describe('units', () => {
  it('stand once each in their lists', () => {
    for (const { codes } of [units, data]) expect(new Set(codes).size).toBe(codes.length);
  });

  it('are known by the words for them', () => {
    for (const [word, code] of Object.entries(units.words)) {
      expect([word, knownUnitCode(word)]).toEqual([word, code]);
      expect(units.codes).toContain(code);
      expect(word).toBe(word.toLowerCase());
    }
  });

  it('have a quantity code of the goods and services tax that is one', () => {
    for (const [unit, code] of Object.entries(data.byUnitCode)) {
      expect(units.codes).toContain(unit);
      expect(data.codes).toContain(code);
      expect(unitQuantityCodeOf(unit)).toBe(data.codes.includes(unit) ? unit : code);
    }
  });
});
