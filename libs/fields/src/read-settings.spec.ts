import fc from 'fast-check';
import { runs } from '../../../test/support/tier.js';
import { FIELD_TYPES, type FieldType } from './field.js';
import { readSettings } from './read-settings.js';

/** The settings as they are kept, or every fault as `pointer code`. */
function outcome(type: FieldType, settings: unknown): unknown {
  const read = readSettings(type, settings);
  return read.faults ? read.faults.map(({ inside = '', code }) => `${inside} ${code}`) : read.value;
}

const option = (code: string) => ({ code, label: code });

describe('settings', () => {
  test.each<[FieldType, unknown, unknown]>([
    ['text', { maxLength: 80, pattern: '[A-Z]+' }, { maxLength: 80, pattern: '[A-Z]+' }],
    ['text', { maxLength: 256 }, ['/maxLength range']],
    ['textarea', { maxLength: 32_769 }, ['/maxLength range']],
    [
      'rich_text',
      { maxLength: 131_073, pattern: 'x' },
      ['/maxLength range', '/pattern unknown_field'],
    ],
    ['text', { minLength: 9, maxLength: 8 }, ['/minLength range']],
    ['text', { pattern: '(?=x)' }, ['/pattern pattern']],
    ['text', { pattern: 'a{1001}' }, ['/pattern pattern']],
    ['text', { pattern: '(a{30}){30}' }, ['/pattern max']],
    ['number', { precision: 29, scale: 11 }, ['/precision range', '/scale range']],
    ['number', { precision: 3, scale: 4 }, ['/scale range']],
    ['number', { min: 1.5, max: '0' }, ['/min range']],
    ['number', { min: 1.5 }, { min: '1.5' }],
    ['currency', { currency: 'eur' }, ['/currency enum']],
    ['currency', { currencyField: 'currency' }, ['/currencyField unknown_field']],
    ['boolean', { min: 1 }, ['/min unknown_field']],
    ['date', { min: 'today', max: 'today+30d' }, { min: 'today', max: 'today+30d' }],
    ['date', { min: 'tomorrow' }, ['/min format']],
    ['date', { min: '2026-01-02', max: '2026-01-01' }, ['/min range']],
    ['date', { min: 'today+9d', max: 'today-9d' }, ['/min range']],
    ['time', { min: 'today' }, ['/min format']],
    ['email', { allowedDomains: ['Example.com', 'nonsense'] }, ['/allowedDomains/1 format']],
    ['phone', { defaultCountry: 'XX' }, ['/defaultCountry enum']],
    ['url', { schemes: ['ftp'] }, ['/schemes unknown_field']],
    ['picklist', {}, ['/options required']],
    ['picklist', { master: 'industry' }, { master: 'industry' }],
    ['picklist', { options: [option('a')], master: 'industry' }, ['/master conflict']],
    ['picklist', { options: [option('a'), option('a')] }, ['/options/1/code unique']],
    [
      'picklist',
      { options: [{ code: 'a b', label: '', x: 1 }] },
      ['/options/0/x unknown_field', '/options/0/code format', '/options/0/label max_length'],
    ],
    [
      'picklist',
      { options: [option('a')], dependsOn: { field: 'x__c', allowed: { y: ['b'] } } },
      ['/dependsOn/allowed/y enum'],
    ],
    ['lookup', {}, ['/target required']],
    ['lookup', { target: 'account', onDelete: 'cascade' }, ['/onDelete enum']],
    ['master_detail', { target: 'account', onDelete: 'clear' }, ['/onDelete enum']],
    ['formula', {}, ['/formula required']],
    ['rollup', { child: 'deal', childField: 'accountId', function: 'sum' }, ['/of required']],
    [
      'rollup',
      { child: 'deal', childField: 'accountId', function: 'count', of: 'amount' },
      ['/of conflict'],
    ],
    [
      'rollup',
      { function: 'median' },
      ['/function enum', '/child required', '/childField required'],
    ],
    ['auto_number', { format: 'P-{000}' }, { format: 'P-{000}' }],
    ['auto_number', { format: 'P-' }, ['/format format']],
    ['auto_number', { format: '{0}{0}', start: -1 }, ['/start range']],
    [
      'file',
      { maxFiles: 21, maxBytes: 26_214_401, mimeTypes: ['pdf'] },
      ['/maxFiles range', '/maxBytes range', '/mimeTypes/0 format'],
    ],
    [
      'json',
      { schema: { type: 'object', properties: { a: { pattern: '(a+)+$' } } } },
      ['/schema/properties/a/pattern unknown_field'],
    ],
    ['json', { schema: { $ref: '#' } }, ['/schema/$ref unknown_field']],
    ['json', { schema: { type: 'text' } }, ['/schema/type type']],
    ['json', { schema: { uniqueItems: true } }, ['/schema/uniqueItems unknown_field']],
    ['text', { constructor: 1 }, ['/constructor unknown_field']],
    ['text', JSON.parse('{"__proto__": 1}'), ['/__proto__ unknown_field']],
    ['text', [], [' type']],
    ['auto_number', { format: undefined }, ['/format required']],
  ])('of %s: %j are %j', (type, given, expected) => {
    expect(outcome(type, given)).toEqual(expected);
  });

  test('say where a pattern is wrong', () => {
    const message = (pattern: string) => readSettings('text', { pattern }).faults?.[0]?.message;
    expect(message('ab(?=x)')).toBe('invalid or unsupported Perl syntax at position 2');
    expect(message('a(b')).toBe('missing closing ) at position 3');
  });

  test('are settings or faults, whatever is sent', () => {
    const name = fc.constantFrom(
      'maxLength',
      'pattern',
      'min',
      'options',
      'schema',
      'dependsOn',
      'formula',
      'mimeTypes',
      'filter',
      'format',
      'start',
      'x',
    );
    const given = fc.oneof(fc.anything(), fc.dictionary(name, fc.anything()));
    fc.assert(
      fc.property(fc.constantFrom(...FIELD_TYPES), given, (type, settings) => {
        const read = readSettings(type, settings);
        const again = read.faults ? read : readSettings(type, read.value);
        expect(again).toEqual(read);
        expect(read.faults?.length).not.toBe(0);
      }),
      { numRuns: runs(2_000) },
    );
  });
});
