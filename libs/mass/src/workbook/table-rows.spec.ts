import type { Ctx } from '@quittance/kernel';
import { Readable } from 'node:stream';
import { aZip } from '../testing/index.js';
import { tableRows } from './table-rows.js';
import { Workbook } from './workbook.js';
import { formOf } from './number-forms.js';
import { rowFormatOf, type RowFormat } from '../row-file.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const ofCompany = (companyId: string) => ({ companyId }) as Ctx;

const HEADER = '<row><c t="str"><v>name</v></c><c t="str"><v>value</v></c></row>';
const sheet = (rows: string) => `<worksheet><sheetData>${rows}</sheetData></worksheet>`;
const STYLES = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy;@"/></numFmts>
  <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
  <cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="22"/><xf numFmtId="10"/></cellXfs>
  </styleSheet>`;

/** A workbook of these sheets, by name; a name that begins with # is hidden. */
function aWorkbook(sheets: Readonly<Record<string, string>>, more: Record<string, string> = {}) {
  const names = Object.keys(sheets);
  const listed = names.map(
    (name) => `<sheet name="${name}" ${name.startsWith('#') ? 'state="hidden"' : ''}/>`,
  );
  const parts = names.map((name, i) => [
    `xl/worksheets/sheet${i + 1}.xml`,
    sheet(sheets[name] ?? ''),
  ]);
  const book = `<workbook><sheets>${listed.join('')}</sheets></workbook>`;
  return aZip({
    'xl/workbook.xml': book,
    'xl/styles.xml': STYLES,
    ...Object.fromEntries(parts),
    ...more,
  });
}

async function read(bytes: Buffer, at = 3, format: RowFormat = 'csv') {
  const rows = [];
  const body = Readable.from([bytes.subarray(0, at), bytes.subarray(at)]);
  for await (const row of tableRows(ofCompany('c'), { body, format })) rows.push(row);
  return rows;
}

const values = async (cells: readonly string[], more?: Record<string, string>) => {
  const rows = cells.map((cell) => `<row><c t="str"><v>x</v></c>${cell}</row>`).join('');
  const found = await read(aWorkbook({ One: HEADER + rows }, more));
  return found.slice(1).map(({ cells: read, error }) => {
    return error ? error.options.errors?.[0]?.message : read[1];
  });
};

const refusal = (bytes: Buffer) =>
  read(bytes).then(
    () => 'taken',
    (error: Error) => error.message,
  );

test('numbers, percentages, days and times are told as a table of text would', async () => {
  const cells = {
    '<c><v>2.2999999999999998</v></c>': '2.3',
    '<c><v>1E-7</v></c>': '0.0000001',
    '<c><v>1.5E+21</v></c>': '1500000000000000000000',
    '<c><v>-12345.6789</v></c>': '-12345.6789',
    '<c><v>12345678901234567</v></c>': '12345678901234567',
    '<c s="1"><v>46081</v></c>': '2026-02-28',
    '<c s="1"><v>1</v></c>': '1900-01-01',
    '<c s="1"><v>61</v></c>': '1900-03-01',
    // The day that never was is left as it is, and no field takes it for a day.
    '<c s="1"><v>60</v></c>': '60',
    '<c s="2"><v>46081.5</v></c>': '2026-02-28T12:00:00',
    '<c s="2"><v>0.354166666666667</v></c>': '08:30:00',
    '<c s="3"><v>0.125</v></c>': '12.5%',
    '<c s="3"><v>-0.07</v></c>': '-7%',
    '<c t="d"><v>2026-02-28T00:00:00</v></c>': '2026-02-28',
    '<c t="b"><v>1</v></c>': 'TRUE',
    '<c><f>1+1</f><v>2</v></c>': '2',
    '<c t="str"><f>A1&amp;"b"</f><v>ab</v></c>': 'ab',
    '<c t="inlineStr"><is><t>a_x000D_b_x005F_x0041_</t></is></c>': 'a\rb_x0041_',
    // A text of a workbook has no apostrophe of an export before it: this one is its own.
    '<c t="str"><v>\'=1+1</v></c>': "''=1+1",
    '<c t="str"><v>=1+1</v></c>': '=1+1',
  };
  expect(await values(Object.keys(cells))).toEqual(Object.values(cells));
  const since1904 =
    '<workbook><workbookPr date1904="1"/><sheets><sheet name="a"/></sheets></workbook>';
  const from = await values(['<c s="1"><v>44619</v></c>'], { 'xl/workbook.xml': since1904 });
  expect(from).toEqual(['2026-02-28']);
  const forms = ['General', '0.00', '[Red]0.0%', '[h]:mm', '"day" 0', '0\\d', '[$-407]d. mmm', '@'];
  const kinds = 'plain plain percent day plain plain day plain';
  expect(forms.map(formOf)).toEqual(kinds.split(' '));
});

test('a cell of which the value is not known keeps its row out, and no other', async () => {
  const long = 'x'.repeat(32_767);
  expect(
    await values([
      '<c><f>5*20</f></c>',
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
      '<c t="s"><v>7</v></c>',
      `<c t="str"><v>${long}</v></c>`,
      '<c><v>1</v></c>',
    ]),
  ).toEqual([
    'B2 is a formula without its value; open the workbook and save it',
    'B3 is an error of a formula',
    'B4 is a text that is not there',
    'B5 has all the characters that a cell can have',
    '1',
  ]);
});

test('sheets that go on are read, hidden and empty ones passed over, others refused', async () => {
  const row = (name: string) => `<row><c t="str"><v>${name}</v></c></row>`;
  const goesOn = aWorkbook({
    A: HEADER + row('a'),
    Empty: '',
    B: HEADER + row('b'),
    '#C': row('c'),
  });
  expect((await read(goesOn)).map(({ cells }) => cells[0])).toEqual(['name', 'a', 'b']);
  const notes = aWorkbook({ A: HEADER + row('a'), Notes: row('call them') });
  expect(await refusal(notes)).toMatch(/sheet "Notes" has other columns/);
});

test.each([
  ['is cut', aWorkbook({ A: HEADER }).subarray(0, -30), /damaged/],
  ['is another archive', aZip({ 'word/document.xml': '<a/>' }), /no workbook/],
  ['is too wide', aWorkbook({ A: `<row>${'<c><v>1</v></c>'.repeat(1001)}</row>` }), /1000 columns/],
  ['names entities', aWorkbook({ A: '<row><c t="str"><v>&bomb;</v></c></row>' }), /no workbook/],
  ['has a type', aWorkbook({}, { 'xl/workbook.xml': '<!DOCTYPE a><workbook/>' }), /no workbook/],
  ['blows up', aZip({ 'xl/workbook.xml': 'x' }, 300 << 20), /too large/],
  ['has very many sheets', aWorkbook(Object.fromEntries(many(300))), /too many sheets/],
  [
    'is very large',
    Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(21 << 20)]),
    /20 MiB/,
  ],
])('a workbook that %s is refused', async (_, bytes, why) => {
  expect(await refusal(bytes)).toMatch(why);
});

function many(count: number): [string, string][] {
  return Array.from({ length: count }, (_, i) => [`S${i}`, '']);
}

const busy = expect.objectContaining({ reason: expect.objectContaining({ code: 'import_busy' }) });
const opened = (company: string, body = Readable.from([aWorkbook({ A: HEADER })])) =>
  tableRows(ofCompany(company), { body, format: 'xlsx' });

test('few are read at once, two of a company, and each is let go of at its end', async () => {
  const own = Array.from({ length: 3 }, () => opened('a'));
  const begun = await Promise.allSettled(own.map((rows) => rows.next()));
  expect(begun.filter(({ status }) => status === 'rejected')).toEqual([busy]);
  const others = ['b', 'b', 'c', 'c', 'd'].map((company) => opened(company));
  const after = await Promise.allSettled(others.map((rows) => rows.next()));
  expect(after.map(({ status }) => status === 'fulfilled')).toEqual([
    true,
    true,
    true,
    true,
    false,
  ]);
  expect(after.at(-1)).toEqual(busy);
  await Promise.all([...own, ...others].map((rows) => rows.return(undefined)));
  await refusal(aWorkbook({ A: HEADER }).subarray(0, -30));
  await refusal(aWorkbook({ A: HEADER }).subarray(0, -30));
  const again = Array.from({ length: 2 }, () => refusal(aWorkbook({ A: HEADER })));
  expect(await Promise.all(again)).toEqual(['taken', 'taken']);
});

test('what has not arrived keeps no place, and of what has a company has its share', async () => {
  const begun = aWorkbook({ A: HEADER }).subarray(0, 60);
  const idle = () => {
    const body = new Readable({ read: () => undefined });
    body.push(begun);
    return body;
  };
  const bodies = Array.from({ length: 12 }, idle);
  const waiting = bodies.map((body) => opened('a', body).next().catch(codeOf));
  expect(await refusal(aWorkbook({ A: HEADER }))).toBe('taken');
  expect((await opened('a').next()).value?.cells).toEqual(['name', 'value']);
  // Twelve of 4 MiB are more than the two of 20 MiB that a company may be sending.
  for (const body of bodies) body.push(Buffer.alloc(4 << 20));
  const some = await Promise.race(waiting);
  expect(some).toBe('import_busy');
  expect(await refusal(aWorkbook({ A: HEADER }))).toBe('taken');
  for (const body of bodies) body.destroy(new Error('gone'));
  await Promise.all(waiting);
  expect((await opened('a').next()).value?.cells).toEqual(['name', 'value']);
});

const codeOf = ({ code }: { code?: string }) => code;

test('one text that very many cells share is not written out without end', async () => {
  const shared = `<sst><si><t>${'x'.repeat(30_000)}</t></si></sst>`;
  const rows = '<row><c t="s"><v>0</v></c></row>'.repeat(60_000);
  const bytes = aWorkbook({ A: HEADER + rows }, { 'xl/sharedStrings.xml': shared });
  expect(await refusal(bytes)).toMatch(/more than 134217728 characters in all/);
});

const listed = (count: number) => {
  const sheets = Array.from({ length: count }, (_, i) => `<sheet name="S${i}" r:id="one"/>`);
  return {
    'xl/workbook.xml': `<workbook><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="one" Target="worksheets/sheet1.xml"/></Relationships>',
  };
};

test('a part is one sheet', async () => {
  expect(await refusal(aWorkbook({ A: HEADER }, listed(1)))).toBe('taken');
  const twice = aWorkbook({ A: HEADER }, listed(2));
  expect(await refusal(twice)).toMatch(/sheets are the same part/);
});

test.each([
  [
    'unpacked',
    'bytes',
    { B: `<row>${' '.repeat(9000)}</row>`, C: `<row>${' '.repeat(9000)}</row>` },
  ],
  ['opened', 'markup', { B: '<row/>'.repeat(9000), C: '<row/>'.repeat(9000) }],
] as const)('what is %s of all parts together has a bound', async (_, bound, sheets) => {
  const opened = async (most: number) => {
    const refused = (why: string) => new Error(why);
    const one = { parts: 9, columns: 9, cell: 9, strings: 9, stringCharacters: 9, refused };
    const bounds = { ...one, bytes: 1 << 20, markup: 1 << 20, [bound]: most };
    const book = await Workbook.of(aWorkbook(sheets), bounds);
    for (const each of book.sheets) for await (const row of book.rows(each)) expect(row).toBe(row);
    return 'taken';
  };
  expect(await opened(20_000)).toBe('taken');
  // Each of them has less.
  await expect(opened(15_000)).rejects.toThrow('too large when it is unpacked');
});

test('a text or an attribute without end is not gathered', async () => {
  const endless = 'a'.repeat(3 << 20);
  for (const cell of [
    `<c t="inlineStr"><is><t>${endless}</t></is></c>`,
    `<c t="${endless}"><v>1</v></c>`,
  ]) {
    expect(await refusal(aWorkbook({ A: `${HEADER}<row>${cell}</row>` }))).toMatch(
      /a text that is longer than any cell/,
    );
  }
  const shared = `<sst><si><t>${endless}</t></si></sst>`;
  expect(await refusal(aWorkbook({ A: HEADER }, { 'xl/sharedStrings.xml': shared }))).toMatch(
    /a text that is longer than any cell/,
  );
  const escaped = '&quot;'.repeat(32_766);
  const most = `<c t="inlineStr"><is><t>${escaped}</t></is></c>`;
  expect(await values([most])).toEqual(['"'.repeat(32_766)]);
});

test('a workbook that nobody waits for any more is given up before its first row', async () => {
  let asked = 0;
  const gone = () => {
    asked += 1;
    throw new Error('gone');
  };
  const ctx = { companyId: 'gone', demandAwaited: gone } as unknown as Ctx;
  const body = Readable.from([aWorkbook({ A: HEADER })]);
  await expect(tableRows(ctx, { body, format: 'xlsx' }).next()).rejects.toThrow('gone');
  expect(asked).toBe(1);
});

test('what is said to be a workbook is read as one', async () => {
  await expect(read(Buffer.from('garbage'), 3, 'xlsx')).rejects.toMatchObject({
    code: 'import_file_not_readable',
  });
  expect(await read(aWorkbook({ A: HEADER }), 3, 'xlsx')).toHaveLength(1);
  const types = ['text/csv; charset=utf-8', 'Application/x-ndjson', XLSX];
  expect(types.map(rowFormatOf)).toEqual(['csv', 'jsonl', 'xlsx']);
});

test('a table that is text is read as such', async () => {
  expect((await read(Buffer.from('name\nP'), 6)).map(({ cells }) => cells)).toEqual([
    ['name'],
    ['P'],
  ]);
  expect(await read(Buffer.from('P'), 0)).toHaveLength(1);
});
