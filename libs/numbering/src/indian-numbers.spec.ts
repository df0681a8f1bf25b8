import { indianFaults } from './indian-numbers.js';
import { defaultRules } from './document-type.js';
import type { NumberingRules } from './number-format.js';

const faults = (format: string, over: Partial<NumberingRules> = {}) =>
  indianFaults({ ...defaultRules('invoice'), format, ...over }).map(({ message }) => message);

describe('invoice numbers under a GSTIN', () => {
  it.each(['INV-{SEQ:6}', 'INV/{YYYY}/{SEQ:4}', '{YYYY}-{SEQ:4}', '{SEQ}', 'ABCDEFGHIJ{SEQ}'])(
    'may be %s',
    (format) => {
      expect(faults(format)).toEqual([]);
    },
  );

  it('may hold the day where the sequence begins anew with it', () => {
    expect(faults('A/{YY}-{MM}-{DD}/{SEQ}')).toHaveLength(1);
    expect(faults('A/{YY}-{MM}-{DD}/{SEQ}', { reset: 'daily' })).toEqual([]);
  });

  it.each([
    ['padded to more', 'INV-{YYYY}-{SEQ:8}', {}],
    ['that grow beyond their padding', 'ABCDEFGHIJK{SEQ}', {}],
    ['from a start that is long', 'ABCDEFGHIJ{SEQ}', { start: 5_000_000n }],
    ['in large steps', 'ABCDEFGHIJ{SEQ}', { increment: 10n }],
    ['of many a month', 'INV/{YYYY}-{MM}/X{SEQ:2}', { reset: 'monthly' }],
  ] as const)('have 16 characters at most: those %s are refused', (_, format, over) => {
    expect(faults(format, over)).toEqual([expect.stringContaining('at most 16')]);
  });

  it.each([
    ['{SEQ:6}', '000001'],
    ['{MM}-{SEQ}', '01-1'],
    ['{DD}{SEQ}', '011'],
    ['-{SEQ}', '-1'],
    ['/{SEQ}', '/1'],
  ])('begin with no 0, dash or slash: %s gives %s', (format, number) => {
    const [fault = ''] = faults(format);
    expect(fault).toContain('begins with');
    expect(fault).toContain(`gives ${number};`);
  });

  it('begin with no 0 by a start of it either', () => {
    expect(faults('{SEQ}', { start: 0n })).toHaveLength(1);
    expect(faults('{SEQ:2}', { start: 10n })).toEqual([]);
  });

  it('have no other sign', () => {
    expect(faults('INV#{SEQ}')).toEqual([expect.stringContaining('letters, digits')]);
  });
});
