import fc from 'fast-check';
import { Readable } from 'node:stream';
import type { Ctx } from '@quittance/kernel';
import { rowsOf, type InvoiceFileRow, type ImportFormat } from './invoice-file.js';

const CTX = { companyId: 'c' } as Ctx;

/** The bytes in pieces cut at the given places, as a network would deliver them. */
function inPieces(bytes: Buffer, cuts: readonly number[]): Readable {
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort(
    (a, b) => a - b,
  );
  return Readable.from(at.slice(1).map((end, i) => bytes.subarray(at[i], end)));
}

async function read(text: string | Buffer, format: ImportFormat, cuts: readonly number[] = []) {
  const rows: InvoiceFileRow[] = [];
  for await (const row of rowsOf(CTX, { body: inPieces(Buffer.from(text), cuts), format }))
    rows.push(row);
  return rows;
}

const CSV = 'customerID,invoiceNumber\r\nMüller,1\r\n\r\n"Ø, ""x""\nsecond",2\r\n日本,3';
const JSONL = '{"customerID":"Müller"}\n\n{"customerID":"日本","n":1}\r\n';

describe('the file of an import', () => {
  test('is CSV with a header, quotes and blank lines', async () => {
    expect(await read(CSV, 'csv')).toEqual([
      { line: 2, raw: { customerID: 'Müller', invoiceNumber: '1' } },
      { line: 5, raw: { customerID: 'Ø, "x"\nsecond', invoiceNumber: '2' } },
      { line: 6, raw: { customerID: '日本', invoiceNumber: '3' } },
    ]);
  });

  test.each([';', '\t'])(
    'whose cells may be apart by %j, as spreadsheets write them',
    async (sign) => {
      const text = `customerID${sign}"a,b,c,d"\r\nMüller, Söhne${sign}1,5`;
      expect(await read(text, 'csv', [3, 14])).toEqual([
        { line: 2, raw: { customerID: 'Müller, Söhne', 'a,b,c,d': '1,5' } },
      ]);
    },
  );

  test('or one JSON object per line', async () => {
    expect(await read(JSONL, 'jsonl')).toEqual([
      { line: 1, raw: { customerID: 'Müller' } },
      { line: 3, raw: { customerID: '日本', n: 1 } },
    ]);
  });

  test('may begin with a byte order mark', async () => {
    expect(await read(`\ufeff${CSV}`, 'csv')).toHaveLength(3);
    expect(await read(`\ufeff${JSONL}`, 'jsonl')).toHaveLength(2);
  });

  test('may have a header and no rows', async () => {
    expect(await read('customerID\n', 'csv')).toEqual([]);
    expect(await read('\ufeff"Customer ID",invoiceNumber', 'csv')).toEqual([]);
  });

  test('is the same file however its bytes are cut', async () => {
    const [csv, jsonl] = [await read(CSV, 'csv'), await read(JSONL, 'jsonl')];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(), { maxLength: 12 }), async (cuts) => {
        expect(await read(CSV, 'csv', cuts)).toEqual(csv);
        expect(await read(JSONL, 'jsonl', cuts)).toEqual(jsonl);
      }),
    );
  });

  test.each<[string, Buffer | string, ImportFormat, string]>([
    ['nothing at all', '', 'csv', 'It is empty.'],
    ['blank lines alone', '\r\n\n', 'csv', 'It is empty.'],
    ['a byte order mark alone', '\ufeff', 'csv', 'It is empty.'],
    ['one row without a header', 'A,R-1,1/2/2026,2/1/2026,10.00', 'csv', 'Line 1 is no header'],
    ['no objects at all', '', 'jsonl', 'It is empty.'],
    ['blank lines instead of objects', '\n\n', 'jsonl', 'It is empty.'],
    ['no UTF-8', Buffer.from([0x61, 0x2c, 0xff, 0x0a]), 'csv', 'not UTF-8'],
    ['cut within a character', Buffer.from('日').subarray(0, 2), 'jsonl', 'not UTF-8'],
    ['an open quote', 'a,b\n1,2\n"3', 'csv', 'Line'],
    ['too many columns', 'a\n1,2', 'csv', 'Line 2'],
    ['no JSON', '{"a":1}\n{"a":', 'jsonl', 'Line 2'],
    ['a list', '[1]', 'jsonl', 'Line 1'],
    ['a line without end', `{"a":"${'x'.repeat(100_000)}`, 'jsonl', 'Line 1'],
  ])('is refused for %s', async (_, bytes, format, reason) => {
    await expect(read(bytes, format)).rejects.toMatchObject({
      code: 'import_not_readable',
      message: expect.stringContaining(reason),
    });
  });

  test('passes the failure of its source on', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('a,b\n1,2\n');
        throw new Error('cut off');
      })(),
    );
    const walk = async () => {
      for await (const row of rowsOf(CTX, { body: broken, format: 'csv' }))
        expect(row.line).toBe(2);
    };
    await expect(walk()).rejects.toThrow('cut off');
  });
});

test.each<[string, string]>([
  ['is text', 'garbage'],
  ['is cut', 'PK\u0003\u0004'],
])('a workbook that %s is refused before anything is imported', async (_, text) => {
  await expect(read(text, 'xlsx')).rejects.toMatchObject({ code: 'import_not_readable' });
});
