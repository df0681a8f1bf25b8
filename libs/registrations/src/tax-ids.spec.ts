import { isEin, isEuMember, isGstin, isPan, isTan, vatIdCountry } from './tax-ids.js';

describe('a VAT id', () => {
  it.each([
    ['DE136695976', 'DE'],
    ['EL094259216', 'GR'],
    ['fr 40 303 265 045', 'FR'],
    ['ATU13585627', 'AT'],
    ['NL004495445B01', 'NL'],
    ['IE6433435F', 'IE'],
    ['IE6433435OA', 'IE'],
    ['CHE123456788', null],
    ['GR094259216', null],
    ['DE12345678', null],
    ['constructor', null],
    ['', null],
  ])('%s is of %s', (text, country) => {
    expect(vatIdCountry(text)).toBe(country);
  });
});

describe('membership of the European Union', () => {
  it.each([
    ['DE', true],
    ['GR', true],
    ['EL', false],
    ['GB', false],
    [null, false],
  ])('of %s is %s', (country, member) => {
    expect(isEuMember(country)).toBe(member);
  });
});

describe('a GSTIN', () => {
  it.each([
    ['27AAPFU0939F1ZV', true],
    ['29AAGCB7383J1Z4', true],
    ['27AAPFU0939F1ZW', false],
    ['27aapfu0939f1zv', false],
    ['27AAPFU0939F1Z', false],
  ])('%s is valid: %s', (text, valid) => {
    expect(isGstin(text)).toBe(valid);
  });
});

it.each([
  [isPan, 'AAPFU0939F', true],
  [isPan, 'AAPXU0939F', false],
  [isTan, 'DELA12345B', true],
  [isTan, 'DEL12345B', false],
  [isEin, '12-3456789', true],
  [isEin, '1-23456789', false],
])('other shapes are checked', (check, text, valid) => {
  expect(check(text)).toBe(valid);
});
