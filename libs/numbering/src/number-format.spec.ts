import { fromEpochDay } from '@quittance/calendar/host';
import { parseLocalDate, type LocalDate } from '@quittance/calendar';
import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import { defaultRules, DOCUMENT_TYPES } from './document-type.js';
import { faultsOf, periodOf, renderNumber, RESETS, type NumberingRules } from './number-format.js';

const DAY = '2026-03-09' as LocalDate;

function rules(over: Partial<NumberingRules>): NumberingRules {
  return { format: '{SEQ}', reset: 'never', start: 1n, increment: 1n, ...over };
}

describe('a format', () => {
  it('has the quarter of every month', () => {
    const quarters = Array.from({ length: 12 }, (_, i) => {
      const month = String(i + 1).padStart(2, '0');
      return renderNumber('{Q}{SEQ}', 0n, `2026-${month}-01` as LocalDate).slice(0, 1);
    });
    expect(quarters.join('')).toBe('111222333444');
  });

  it.each([
    ['INV-{SEQ:6}', 42n, 'INV-000042'],
    ['INV-{000000}', 42n, 'INV-000042'],
    ['{SEQ}', 42n, '42'],
    ['{YYYY}/{MM}/{DD}-{SEQ:3}', 7n, '2026/03/09-007'],
    ['{YY}Q{Q}-{SEQ:2}', 7n, '26Q1-07'],
    ['{SEQ:3}', 1234n, '1234'],
    ['№ {SEQ:2} ü', 5n, '№ 05 ü'],
  ])('%s of %s gives %s', (format, seq, number) => {
    expect(faultsOf(rules({ format }))).toEqual([]);
    expect(renderNumber(format, seq, DAY)).toBe(number);
  });

  it.each([
    ['', 'must have 1 to 60 characters'],
    ['INV', 'exactly one sequence token, not 0'],
    ['{SEQ}{SEQ:2}', 'exactly one sequence token, not 2'],
    ['{SEQ}-{000}', 'exactly one sequence token, not 2'],
    ['{SEQ:0}', 'pads to 1 to 12 digits, not 0'],
    ['{SEQ:99}', 'pads to 1 to 12 digits, not 99'],
    ['{SEQ:}', 'unknown token {SEQ:}'],
    ['{SEQ:-1}', 'unknown token {SEQ:-1}'],
    ['{seq}', 'unknown token {seq}'],
    ['{SEQ}{HOUR}', 'unknown token {HOUR}'],
    ['{SEQ}{}', 'unknown token {}'],
    ['{SEQ', 'a brace that is not closed'],
    ['SEQ}', 'a brace that is not closed'],
    ['{{SEQ}}', 'a brace that is not closed'],
    ['{SEQ}\n', 'printable characters only'],
    ['{SEQ}\u0000', 'printable characters only'],
    [`{SEQ}${'x'.repeat(60)}`, 'must have 1 to 60 characters'],
  ])('%j is refused: %s', (format, reason) => {
    const faults = faultsOf(rules({ format }));
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ member: 'format' });
    expect(faults[0]?.message).toContain(reason);
  });

  it.each([
    ['yearly', '{SEQ}', ['{YYYY}, {YY}, {FY}, {FYYYY} or {FY-FY}']],
    ['yearly', '{YY}-{SEQ}', []],
    ['monthly', '{YYYY}-{SEQ}', ['{MM}']],
    ['monthly', '{Q}-{SEQ}', ['{YYYY}, {YY}, {FY}, {FYYYY} or {FY-FY}', '{MM}']],
    ['monthly', '{MM}{YY}{SEQ}', []],
    ['daily', '{YYYY}{MM}{SEQ}', ['{DD}']],
    ['daily', '{YYYY}{MM}{DD}{SEQ}', []],
  ] as const)('with a %s reset, %s lacks %j', (reset, format, missing) => {
    const messages = faultsOf(rules({ format, reset })).map(({ message }) => message);
    expect(messages).toEqual(missing.map((tokens) => `a ${reset} reset needs ${tokens}`));
  });

  it('starts at zero or above and goes up', () => {
    const faults = faultsOf(rules({ start: -1n, increment: 0n }));
    expect(faults.map(({ member }) => member)).toEqual(['start', 'increment']);
    expect(faultsOf(rules({ start: 0n }))).toEqual([]);
  });

  it('built in is valid for every type of document', () => {
    for (const type of DOCUMENT_TYPES) expect(faultsOf(defaultRules(type))).toEqual([]);
  });
});

it.each([
  ['never', ''],
  ['yearly', '2026'],
  ['monthly', '2026-03'],
  ['daily', '2026-03-09'],
] as const)('a %s reset counts in the period %j', (reset, period) => {
  expect(periodOf({ reset, format: '{YY}{SEQ}' }, DAY)).toBe(period);
});

const anyDate = fc.integer({ min: 10957, max: 29219 }).map(fromEpochDay);
const anyPart = fc.constantFrom(
  '{YYYY}',
  '{YY}',
  '{MM}',
  '{DD}',
  '{Q}',
  '{FY}',
  '{FYYYY}',
  '{FY-FY}',
  '-',
  '/',
  'INV',
  '0',
  '7',
);
const anyFormat = fc
  .tuple(
    fc.array(anyPart, { maxLength: 5 }),
    fc.constantFrom('{SEQ}', '{SEQ:1}', '{SEQ:3}', '{0000}'),
    fc.array(anyPart, { maxLength: 5 }),
  )
  .map(([before, sequence, after]) => [...before, sequence, ...after].join(''))
  .filter((format) => faultsOf(rules({ format })).length === 0);
const anyRules = fc.record({
  format: anyFormat,
  reset: fc.constantFrom(...RESETS),
  fiscalYearStart: fc.integer({ min: 1, max: 12 }),
});
const anySeq = fc.bigInt({ min: 0n, max: 10_000_000n });

describe('for all rules that may be saved', () => {
  it('different sequence values of a period give different numbers', () => {
    fc.assert(
      fc.property(anyRules, anyDate, anyDate, anySeq, anySeq, (given, one, other, a, b) => {
        fc.pre(faultsOf(rules(given)).length === 0);
        const same = a === b && periodOf(given, one) === periodOf(given, other);
        fc.pre(!same);
        const { format, fiscalYearStart } = given;
        const numbers = [
          renderNumber(format, a, one, fiscalYearStart),
          renderNumber(format, b, other, fiscalYearStart),
        ];
        expect(numbers[0]).not.toBe(numbers[1]);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('a number has its sequence value, whole, within it', () => {
    fc.assert(
      fc.property(anyFormat, anyDate, anySeq, (format, date, seq) => {
        expect(renderNumber(format, seq, date)).toContain(seq.toString());
      }),
    );
  });

  it('any text is either refused or numbered, and never breaks', () => {
    const broken = fc.sample(fc.string(), 1000).filter((format) => {
      const accepted = faultsOf(rules({ format })).length === 0;
      return accepted && !renderNumber(format, 1n, DAY).includes('1');
    });
    expect(broken).toEqual([]);
  });
});

describe('the fiscal year', () => {
  const yearly = rules({ format: 'INV/{FY-FY}/{SEQ:3}', reset: 'yearly', fiscalYearStart: 4 });

  it.each([
    ['2026-03-31', 'INV/25-26/001', 'FY2026'],
    ['2026-04-01', 'INV/26-27/001', 'FY2027'],
    ['2099-04-01', 'INV/99-00/001', 'FY2100'],
  ])('of %s is said, and begins the numbers anew', (day, number, period) => {
    const date = parseLocalDate(day);
    expect(renderNumber(yearly.format, 1n, date, yearly.fiscalYearStart)).toBe(number);
    expect(periodOf(yearly, date)).toBe(period);
  });

  it('is the calendar year where it begins in January', () => {
    const date = parseLocalDate('2026-12-31');
    const format = '{FY} {FYYYY} {FY-FY} {SEQ}';
    expect(renderNumber(format, 1n, date)).toBe('26 2026 26 1');
    expect(renderNumber(format, 1n, date, 4)).toBe('27 2027 26-27 1');
    expect(periodOf({ format, reset: 'yearly' }, date)).toBe('FY2026');
  });

  it('is a year as a reset needs one', () => {
    for (const token of ['{FY}', '{FYYYY}', '{FY-FY}']) {
      expect(faultsOf(rules({ format: `${token}-{SEQ}`, reset: 'yearly' }))).toEqual([]);
    }
    expect(faultsOf(rules({ format: '{FYY}-{SEQ}', reset: 'yearly' }))).toHaveLength(1);
  });
});
