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
