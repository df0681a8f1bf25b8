import { CURRENCIES } from '@quittance/money';
import { isCountry } from '@quittance/registrations';
import { iso31662 } from 'iso-3166';
import { MASTER_CODE, MASTER_TYPES, parentTypeOf } from '../master.js';
import { seedEntries } from './seed-entries.js';

const all = seedEntries();
const codesOf = (type: string) => all.filter((each) => each.type === type).map(({ code }) => code);
const named = (type: string, code: string) =>
  all.find((each) => each.type === type && each.code === code);

describe('what comes with the product', () => {
  it('holds entries for every type but cities', () => {
    const types = new Set(all.map(({ type }) => type));
    expect([...types].sort()).toEqual(
      [...MASTER_TYPES.filter((type) => type !== 'city'), 'currency'].sort(),
    );
  });

  it('has codes and names that could be entered by hand, each code once in any case', () => {
    const bad = all.filter(
      ({ code, name }) => !MASTER_CODE.test(code) || name.trim() !== name || name === '',
    );
    expect(bad).toEqual([]);
    const keys = all.map(({ type, code }) => `${type}/${code.toLowerCase()}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('has every country that the kernel knows, and no other', () => {
    const codes = codesOf('country');
    expect(codes).toHaveLength(249);
    expect(codes.filter((code) => !isCountry(code))).toEqual([]);
  });

  it('has every currency that the kernel knows, and no other', () => {
    expect(codesOf('currency').sort()).toEqual([...CURRENCIES]);
  });

  it('has the subdivisions of ISO 3166-2, each in its country', () => {
    const states = all.filter(({ type }) => type === 'state');
    expect(states).toHaveLength(5070);
    // As it is typed: the package writes some apostrophes as printers do.
    const published = iso31662.map(({ code, name }) => [code, name.replaceAll('’', "'")]);
    expect(states.map(({ code, name }) => [code, name])).toEqual(published);
    const countries = new Set(codesOf('country'));
    const stray = states.filter(
      ({ code, parentCode }) =>
        parentCode === null || !countries.has(parentCode) || !code.startsWith(`${parentCode}-`),
    );
    expect(stray).toEqual([]);
    expect(states.filter(({ parentCode }) => parentCode === 'DE')).toHaveLength(16);
    expect(named('state', 'US-CA')?.name).toBe('California');
    expect(named('state', 'IN-KA')?.name).toBe('Karnātaka');
    expect(named('state', 'AD-08')?.name).toBe('Escaldes-Engordany');
  });

  it('gives a parent exactly to what lies in something', () => {
    const bad = all.filter(
      ({ type, parentCode }) =>
        (type !== 'currency' && parentTypeOf(type) !== null) !== (parentCode !== null),
    );
    expect(bad).toEqual([]);
  });

  it('keeps the order and colours of what is ours', () => {
    const ratings = all.filter(({ type }) => type === 'rating');
    expect(ratings.map(({ code, sortOrder, colour }) => [code, sortOrder, colour])).toEqual([
      ['hot', 10, '#d92d20'],
      ['warm', 20, '#f79009'],
      ['cold', 30, '#2e90fa'],
    ]);
    expect(named('country', 'BO')).toMatchObject({
      name: 'Bolivia',
      description: 'Bolivia, Plurinational State of',
    });
  });
});
