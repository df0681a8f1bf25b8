import { aZip } from '@quittance/mass/testing';
import { readOrderFile, requireOrderFile } from './read-order-file.js';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const BOOK = `<workbook xmlns:r="r"><sheets><sheet name="First" r:id="rId7"/><sheet r:id="rId1"/>
  </sheets></workbook>`;
const RELATIONS = `<Relationships><Relationship Id="rId1" Target="worksheets/other.xml"/>
  <Relationship Id="rId7" Target="worksheets/first.xml"/></Relationships>`;

const sheet = (rows: string) =>
  `<x:worksheet xmlns:x="x"><x:sheetData>${rows.replace(
    /<(\/?)/g,
    '<$1x:',
  )}</x:sheetData></x:worksheet>`;

/** A workbook of which the second sheet has something else. */
const workbook = (rows: string, more: Readonly<Record<string, string>> = {}) =>
  aZip({
    'xl/workbook.xml': BOOK,
    'xl/_rels/workbook.xml.rels': RELATIONS,
    'xl/worksheets/first.xml': sheet(rows),
    'xl/worksheets/other.xml': sheet('<row><c t="str"><v>WRONG</v></c></row>'),
    ...more,
  });

let parties = 0;
/** Each of a party of its own. */
const read = async (bytes: Buffer, mimeType = XLSX) =>
  (
    await readOrderFile({
      mimeType,
      party: `party ${(parties += 1)}`,
      load: () => Promise.resolve(bytes),
    })
  ).map(({ line, sku, quantity }) => [line, sku, quantity]);
const csv = (text: string) => read(Buffer.from(text), 'text/csv');

/** The code of what is refused. */
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: { readonly problem?: { readonly code: string } }) => error.problem?.code ?? error,
  );

describe('a workbook', () => {
  it('has its lines in the first sheet, as texts, numbers and formulas', async () => {
    const rows = `<row r="2"><c r="A2" t="s"><v>1</v></c>
      <c r="B2"><v>2.2999999999999998</v></c></row>
      <row r="5"><c r="A5" t="inlineStr"><is><t>B-</t><t>2</t></is></c></row>
      <row r="6"><c r="A6"><v>4711</v></c><c r="B6"><f>1+2</f><v>3</v></c></row>
      <row r="7"><c r="B7"><v>9</v></c></row>
      <row r="8"><c r="A8" t="str"><v>C</v></c><c r="B8"><v>1E-3</v></c></row>
      <row r="9"><c r="A9" t="str"><v>D</v></c><c r="B9"><v>-1</v></c></row>`;
    const strings = `<sst><si><t>no</t></si><si><r><t>A</t></r><r><t>-1</t></r>
      <rPh><t>aye</t></rPh></si></sst>`;
    expect(await read(workbook(rows, { 'xl/sharedStrings.xml': strings }))).toEqual([
      [2, 'A-1', '2.3'],
      [5, 'B-2', '1'],
      [6, '4711', '3'],
      [7, '', '9'],
      [8, 'C', '0.001'],
      [9, 'D', null],
    ]);
  });

  it('is read by its headings', async () => {
    const rows = `<row><c t="str"><v>Name</v></c><c t="str"><v>Qty</v></c><c t="str"><v>Item no.</v>
      </c></row><row><c t="str"><v>Bolt</v></c><c><v>4</v></c><c t="str"><v>A-1</v></c></row>`;
    expect(await read(workbook(rows))).toEqual([[2, 'A-1', '4']]);
  });

  it('that says nothing is read in turns, and one that is too wide is given up', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    expect(await csv('\n'.repeat(512 * 1024))).toEqual([]);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
    const wide = `${','.repeat(300)}\n`.repeat(3);
    expect(await refusal(csv(wide))).toBe('quick_order_file_refused');
  });

  it('has letters that lie across what is read at once', async () => {
    const lines = Array.from({ length: 400 }, (_, i) => `Ä€𝒜-${i},1`);
    const found = await csv(lines.join('\n'));
    expect(found.map(([, sku]) => sku)).toEqual(lines.map((each) => each.slice(0, -2)));
  });

  it('of more than 500 lines is too long, and read no further', async () => {
    const row = '<row><c t="str"><v>A</v></c></row>';
    expect(await read(workbook(row.repeat(500)))).toHaveLength(500);
    expect(await refusal(read(workbook(row.repeat(501))))).toBe('quick_order_too_long');
    const endless = workbook(`${row.repeat(60_000)}<`);
    expect(await refusal(read(endless))).toBe('quick_order_too_long');
  });

  it.each([
    ['with a comment', workbook(`<!--${'-x'.repeat(100_000)}-->`)],
    ['with instructions', workbook(`<?a ${'?x'.repeat(100_000)}?>`)],
    ['of very many elements', workbook('<row/>'.repeat(250_000))],
    [
      'of very many texts',
      workbook('<row/>', { 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(60_000)}</sst>` }),
    ],
    ['that blows up', workbook('', { 'xl/worksheets/first.xml': ' '.repeat(9 << 20) })],
    ['that is larger than it says', aZip({ 'xl/workbook.xml': ' '.repeat(100_000) }, 10)],
    ['without a sheet', aZip({ 'xl/workbook.xml': '<workbook/>' })],
    ['without anything', aZip({})],
    ['that is cut', workbook('').subarray(0, -30)],
    ['that is none', Buffer.from('PK\u0003\u0004 and so on')],
    ['that is too deep', workbook('<c>'.repeat(100_000))],
    ['with too many attributes', workbook(`<row ${attributes(100)}/>`)],
    ['that names entities', workbook('<row><c t="str"><v>&bomb;</v></c></row>')],
    ['of too many parts', aZip(Object.fromEntries(names(2001)))],
    ['that says a part is packed otherwise', aZip({ 'xl/workbook.xml': 'x' }, undefined, 99)],
  ])('%s is refused', async (_, bytes) => {
    expect(await refusal(read(bytes))).toBe('quick_order_file_refused');
  });

  it('lets others in while a large part is read', async () => {
    const noise = `<row><c t="str"><v></v></c></row>`.repeat(30_000);
    const bytes = workbook(noise);
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await read(bytes);
    clearInterval(counting);
    expect(turns).toBeGreaterThan(5);
  });

  it('whose value is not known is never ordered as one', async () => {
    const cells = ['<c><f>5*20</f><v></v></c>', '<c><f>1</f></c>', '<c t="s"><v>77</v></c>'];
    cells.push('<c t="b"><v>1</v></c>', '<c><v>0x10</v></c>');
    const rows = cells.map((cell) => `<row r="x"><c t="str"><v>A</v></c>${cell}</row>`).join('');
    expect(await read(workbook(rows))).toEqual([1, 2, 3, 4, 5].map((line) => [line, 'A', null]));
  });

  it('is read beside few others: who comes behind them is sent away', async () => {
    const bytes = workbook('<row><c t="str"><v>A</v></c></row>'.repeat(400));
    const answers = await Promise.all(Array.from({ length: 8 }, () => refusal(read(bytes))));
    expect(answers.filter((each) => each === 'taken')).toHaveLength(5);
    expect(answers.filter((each) => each === 'quick_order_busy')).toHaveLength(3);
    expect(await refusal(read(bytes))).toBe('taken');
  });
});

function attributes(count: number): string {
  return Array.from({ length: count }, (_, i) => `a${i}="1"`).join(' ');
}

function names(count: number): [string, string][] {
  return Array.from({ length: count }, (_, i) => [`part${i}`, '']);
}

describe('a table as text', () => {
  it.each([
    [
      'A-1,2\n"B, large",3\n',
      [
        [1, 'A-1', '2'],
        [2, 'B, large', '3'],
      ],
    ],
    [
      'A-1;2,5\nB;3',
      [
        [1, 'A-1', null],
        [2, 'B', '3'],
      ],
    ],
    ['\ufeffSKU;Menge\r\n\r\nÄ-1;2\r\n', [[3, 'Ä-1', '2']]],
    ['qty\tsku\n5\tA b\n', [[2, 'A b', '5']]],
    ['A-1', [[1, 'A-1', '1']]],
    ['', []],
  ])('%j', async (text, lines) => {
    expect(await csv(text)).toEqual(lines);
  });

  it('may be saved in the letters of Windows', async () => {
    expect(await read(Buffer.from('\xc4-1;2', 'latin1'), 'text/csv')).toEqual([[1, 'Ä-1', '2']]);
  });

  it('of more than 500 lines is too long, and one without an end of a cell is none', async () => {
    expect(await csv('A\n'.repeat(500))).toHaveLength(500);
    expect(await refusal(csv('A\n'.repeat(501)))).toBe('quick_order_too_long');
    expect(await refusal(csv('"A\nB'))).toBe('quick_order_file_refused');
    expect(await refusal(csv('A'.repeat(20_000)))).toBe('quick_order_file_refused');
  });
});

it('takes no other file, and none that is large', () => {
  const code = (mimeType: string, size: number) => {
    try {
      requireOrderFile({ mimeType, size });
      return 'taken';
    } catch (error) {
      return (error as { problem: { code: string } }).problem.code;
    }
  };
  expect([code(XLSX, 10), code('text/csv', 2 << 20), code('text/plain', 1)]).toEqual([
    'taken',
    'taken',
    'taken',
  ]);
  expect([code('application/pdf', 10), code(XLSX, (2 << 20) + 1)]).toEqual([
    'quick_order_file_refused',
    'quick_order_file_refused',
  ]);
});
