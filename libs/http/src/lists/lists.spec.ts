import type { ListFieldType } from '@quittance/lists';
import { countryForm } from './tables/country-rows.js';
import { workbookCell } from './tables/workbook-cell.js';
import { cellOf, csvOf } from './tables/csv.js';
import { acceptedFormat } from './list-format.js';

describe('the form of a list', () => {
  test.each([
    [undefined, 'json'],
    ['*/*', 'json'],
    ['application/json', 'json'],
    ['text/csv', 'csv'],
    ['text/csv; charset=utf-8', 'csv'],
    ['application/x-ndjson', 'ndjson'],
    ['text/html,application/xhtml+xml,*/*;q=0.8', 'json'],
    ['text/csv;q=0.4, application/x-ndjson;q=0.6', 'ndjson'],
  ])('Accept: %s is %s', (accept, format) => {
    expect(acceptedFormat(accept)).toBe(format);
  });

  test.each(['application/pdf', 'text/csv;q=0', 'image/*'])('%s is not offered', (accept) => {
    expect(() => acceptedFormat(accept)).toThrow(/not offered/);
  });
});

describe('CSV', () => {
  test.each(['=1+1', '+cmd', '-cmd|calc', '@sum', '\t=1', '\r=1', '\n=1', '＝1', "'=1", "''-1"])(
    'a cell that begins like a formula is led by an apostrophe: %j',
    (text) => expect(cellOf(text)).toBe(`'${text}`),
  );

  test.each([
    ['-12.50', '-12.50'],
    [-3, '-3'],
    [null, ''],
    [undefined, ''],
    [false, 'false'],
    [{ a: 1 }, '{"a":1}'],
    ['plain', 'plain'],
  ])('%j is written as %j', (value, cell) => {
    expect(cellOf(value)).toBe(cell);
  });

  async function written(...batches: object[][]): Promise<string> {
    const pieces: string[] = [];
    async function* each() {
      yield* batches;
    }
    for await (const piece of csvOf(each(), ['a', 'b'])) pieces.push(piece);
    return pieces.join('');
  }

  test('begins with the mark of its encoding where it is in the form of a country', async () => {
    async function* none() {}
    const begun = (country: Parameters<typeof csvOf>[2]) =>
      csvOf(none(), ['a', 'b'], country).next();
    expect(await begun({ decimal: 'point' })).toMatchObject({ value: 'a,b\n' });
    expect(await begun({ decimal: 'comma' })).toMatchObject({ value: '\uFEFFa;b\n' });
    expect(await begun({ dates: 'ymd' })).toMatchObject({ value: '\uFEFFa,b\n' });
  });

  test('has its header once, also without a row', async () => {
    expect(await written()).toBe('a,b\n');
    expect(await written([{ a: 1, b: 'x,y' }], [{ b: 'line\nbreak', c: 3 }])).toBe(
      'a,b\n1,"x,y"\n,"line\nbreak"\n',
    );
  });
});

describe('a cell of a workbook', () => {
  const text = (said: string) =>
    `<c t="inlineStr"><is><t xml:space="preserve">${said}</t></is></c>`;
  test.each<[unknown, ListFieldType | undefined, string]>([
    ['12.50', 'money', '<c><v>12.50</v></c>'],
    ['-0.000001', 'decimal', '<c><v>-0.000001</v></c>'],
    [42, 'integer', '<c><v>42</v></c>'],
    ['999999999999999', 'decimal', '<c><v>999999999999999</v></c>'],
    ['1234567890123456', 'decimal', text('1234567890123456')],
    ['0.1234567890123456', 'decimal', text('0,1234567890123456')],
    ['12.50', undefined, text('12.50')],
    ['0042', 'integer', text('0042')],
    ['1e3', 'decimal', text('1e3')],
    ['2026-02-28', 'date', '<c s="1"><v>46081</v></c>'],
    ['1900-03-01', 'date', '<c s="1"><v>61</v></c>'],
    ['1900-02-28', 'date', text('1900-02-28')],
    ['2026-02-28T12:00:00Z', 'instant', text('2026-02-28T12:00:00Z')],
    [false, 'boolean', '<c t="b"><v>0</v></c>'],
    [true, undefined, text('true')],
    ['=1+1', 'text', text('=1+1')],
    [null, 'money', '<c/>'],
  ])('has %j of the type %s as %s', (value, type, cell) => {
    const form = countryForm(type, { decimal: 'comma' });
    expect(workbookCell(value, { type, form })).toBe(cell);
  });
});
