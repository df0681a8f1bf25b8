import { unitQuantityCodeOf } from '../irn/unit-quantity-code.js';
import { unitCodeOf } from './unit-code.js';

describe('the unit of a line', () => {
  it.each([
    ['HUR', 'HUR'],
    ['kgm', 'KGM'],
    ['hour', 'HUR'],
    ['Hours', 'HUR'],
    ['boxes', 'XBX'],
    ['m²', 'MTK'],
    ['C62', 'C62'],
    ['bunches of it', 'C62'],
    ['toString', 'C62'],
    ['', 'C62'],
    [null, 'C62'],
  ])('%o is %s in an electronic invoice', (unit, code) => {
    expect(unitCodeOf(unit)).toBe(code);
  });

  it.each([
    ['KGS', 'KGS'],
    ['kg', 'KGS'],
    ['C62', 'NOS'],
    ['piece', 'PCS'],
    ['hour', 'OTH'],
    [null, 'OTH'],
  ])('%o is %s under the Indian goods and services tax', (unit, code) => {
    expect(unitQuantityCodeOf(unit)).toBe(code);
  });
});
