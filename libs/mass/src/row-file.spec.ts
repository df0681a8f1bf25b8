import { Readable } from 'node:stream';
import { csvRows, jsonRows } from './row-file.js';

/** Cut into pieces of a few bytes, so that letters and rows are cut through. */
function inPieces(text: string | Buffer, size = 3): Readable {
  const bytes = Buffer.from(text);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  return Readable.from(pieces);
}

async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const taken: T[] = [];
  for await (const row of rows) taken.push(row);
  return taken;
}

test('rows are read as a spreadsheet writes them', async () => {
  const text = '\uFEFFname,note\r\nVasa,"two\nlines, ""quoted"""\r\n\r\nÆolus,\n';
  expect(await all(csvRows(inPieces(text)))).toEqual([
    { line: 1, size: 8, cells: ['name', 'note'] },
    { line: 2, size: 23, cells: ['Vasa', 'two\nlines, "quoted"'] },
    { line: 3, size: 5, cells: ['Æolus', ''] },
  ]);
});

test.each([
  [
    'a comma',
    'a,b;c\n1;2,3\n',
    [
      ['a', 'b;c'],
      ['1;2', '3'],
    ],
  ],
  [
    'a semicolon',
    '\n"x,y,z";b;"c;d;e"\n1,5;2;3\n',
    [
      ['x,y,z', 'b', 'c;d;e'],
      ['1,5', '2', '3'],
    ],
  ],
  [
    'a tab',
    'a\tb,c\td\r\n1;2\t3,4\t5\r\n',
    [
      ['a', 'b,c', 'd'],
      ['1;2', '3,4', '5'],
    ],
  ],
  ['a comma where nothing says so', 'a\n1\n', [['a'], ['1']]],
])('cells are apart by %s', async (_, text, expected) => {
  expect((await all(csvRows(inPieces(text)))).map(({ cells }) => cells)).toEqual(expected);
});

test('objects are read line by line', async () => {
  expect(await all(jsonRows(inPieces('{"a":"é"}\n\n{"b":null}')))).toEqual([
    { line: 1, size: 9, values: { a: 'é' } },
    { line: 3, size: 10, values: { b: null } },
  ]);
});

const LINE_4 = /here[.] Line 4 is not UTF-8: save .* as "CSV UTF-8"[.]$/;

test.each([
  ['a quote that never ends', csvRows, 'a\n"x', /Line 2 is not valid CSV/],
  ['a quote amid a cell', csvRows, 'a\nx"y"\n', /Line 2 is not valid CSV/],
  ['other bytes', csvRows, Buffer.from([0x61, 0x0a, 0xff]), /Line 2 is not UTF-8/],
  ['a letter cut through', csvRows, Buffer.from([0x61, 0x0a, 0xc3]), /Line 2 is not UTF-8/],
  ['Latin-1', csvRows, Buffer.from('é\n東\nb\né\nc', 'utf8').fill(0xe9, 9, 10), LINE_4],
  ['a cell without end', csvRows, `a\n"${'x'.repeat(600_000)}"\n`, /Line 2 is not valid CSV/],
  ['columns without end', csvRows, `${'a,'.repeat(1001)}\n`, /more than 1000 cells/],
  ['a row of commas', csvRows, `a\n${','.repeat(2_000_000)}`, /Line 2 is longer than 512 KiB/],
  ['a list', jsonRows, '[1]\n', /Line 1 is no JSON object/],
  ['a member twice', jsonRows, '{"a":1}\n{"b":1,"b":2}\n', /Line 2 says a member twice/],
  ['half an object', jsonRows, '{"a":1}\n{"a":', /Line 2 is no JSON object/],
  ['a line without end', jsonRows, `{"a":"${'x'.repeat(600_000)}`, /longer than 512 KiB/],
])('%s is refused with its place', async (_, read, text, reason) => {
  await expect(all<unknown>(read(inPieces(text, 60_000)))).rejects.toMatchObject({
    code: 'import_file_not_readable',
    message: expect.stringMatching(reason) as unknown,
  });
});

test('rows that are long, and lines that are empty, are no row without end', async () => {
  const long = `"${'""'.repeat(500_000)}"`;
  const text = `a,b\n${long},x\n${'\n'.repeat(2_000_000)}${long},y\n`;
  const rows = await all(csvRows(inPieces(text, 60_000)));
  expect(rows.map(({ cells }) => cells[1])).toEqual(['b', 'x', 'y']);
});
