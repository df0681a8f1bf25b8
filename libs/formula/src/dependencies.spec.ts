import { findCycle, formulaDependencies } from './dependencies.js';

const circle = (uses: Record<string, string[]>) => findCycle(new Map(Object.entries(uses)));

test('a formula says which fields it names, whether they exist or not', () => {
  expect(formulaDependencies('IF(a > b__c, account.name, TEXT(a)) & "c"')).toEqual([
    ['a'],
    ['b__c'],
    ['account', 'name'],
  ]);
});

describe('circles', () => {
  test('a formula that names itself is one', () => {
    expect(circle({ a: ['b', 'a'] })).toEqual(['a', 'a']);
  });

  test('one through others is named from where it closes', () => {
    expect(circle({ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] })).toEqual(['b', 'd', 'b']);
  });

  test('two ways to the same field are none', () => {
    expect(circle({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['plain'] })).toBeUndefined();
  });

  test('names of objects of the language are names like others', () => {
    expect(circle({ a: ['__proto__', 'constructor', 'toString'] })).toBeUndefined();
  });

  test('a chain of 100,000 is followed to its end', () => {
    const chain = Array.from({ length: 100_000 }, (_, i): [string, string[]] => [
      `f${i}`,
      [`f${i + 1}`],
    ]);
    expect(findCycle(new Map(chain))).toBeUndefined();
    expect(findCycle(new Map([...chain, ['f100000', ['f0']]]))).toHaveLength(100_002);
  });
});
