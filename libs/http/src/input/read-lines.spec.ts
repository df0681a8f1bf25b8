import { readLines } from './read-lines.js';

const read = (text: string | Buffer) => readLines(Buffer.from(text));
const code = (work: Promise<unknown>) => work.catch((error: { code: string }) => error.code);

describe('JSON by line', () => {
  it.each([
    ['', []],
    ['{"a":1}', [{ a: 1 }]],
    ['{"a":1}\n', [{ a: 1 }]],
    ['{"a":1}\r\n \t\r\n[2]\n"x"', [{ a: 1 }, [2], 'x']],
  ])('%j is read', async (text, rows) => {
    expect(await read(text)).toEqual(rows);
  });

  it.each(['{"a":', '{"a":1,"a":2}', '{"__proto__":{}}', 'x'])(
    '%s is a row that is none',
    async (line) => {
      expect(await read(`1\n${line}\n2`)).toEqual([1, null, 2]);
    },
  );

  it('is refused whole where it is no text, or has too many lines', async () => {
    expect(await code(read(Buffer.from([0x22, 0xff, 0x22])))).toBe('malformed_request');
    expect(await code(read('\n'.repeat(60_001)))).toBe('malformed_request');
  });
});
