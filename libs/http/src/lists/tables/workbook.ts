import { yieldIfDue } from '@quittance/work';
import { cellText } from './csv.js';
import { archiveOf, type ArchivedFile } from './archive.js';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a sheet and a cell of a workbook hold at most. */
const MOST_ROWS = 1_048_576;
const MOST_CHARACTERS = 32_767;

const PIECE = 16_384;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PARTS = 'http://schemas.openxmlformats.org/package/2006';

/**
 * The rows as a workbook, as they come: another sheet begins where one is full. Every cell is text
 * and none a formula: a spreadsheet would round long numbers and take zeros off their beginning.
 */
export function workbookOf(
  batches: AsyncIterable<readonly object[]>,
  columns: readonly string[],
): AsyncGenerator<Buffer> {
  return archiveOf(filesOf(batches, columns));
}

async function* filesOf(
  batches: AsyncIterable<readonly object[]>,
  columns: readonly string[],
): AsyncGenerator<ArchivedFile> {
  const rows = new Rows(batches, columns);
  let sheets = 0;
  do {
    sheets += 1;
    yield { name: `xl/worksheets/sheet${sheets}.xml`, text: rows.sheet() };
  } while (!(await rows.isDone()));
  const numbers = Array.from({ length: sheets }, (_, i) => i + 1);
  yield { name: 'xl/workbook.xml', text: [workbook(numbers)] };
  yield { name: 'xl/_rels/workbook.xml.rels', text: [workbookLinks(numbers)] };
  yield { name: '_rels/.rels', text: [LINK_OF_WORKBOOK] };
  yield { name: '[Content_Types].xml', text: [contentTypes(numbers)] };
}

/** The rows that are not in a sheet yet. */
class Rows {
  private readonly items: AsyncGenerator<object>;
  private next: object | undefined;
  private done = false;

  constructor(
    batches: AsyncIterable<readonly object[]>,
    private readonly columns: readonly string[],
  ) {
    this.items = eachOf(batches);
  }

  async isDone(): Promise<boolean> {
    if (this.next === undefined && !this.done) {
      const { value, done } = await this.items.next();
      if (done) this.done = true;
      else this.next = value;
    }
    return this.done;
  }

  async *sheet(): AsyncGenerator<string> {
    let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rowOf(this.columns)}`;
    for (let rows = 1; rows < MOST_ROWS && !(await this.isDone()); rows += 1) {
      const item = this.next as Readonly<Record<string, unknown>>;
      this.next = undefined;
      text += rowOf(this.columns.map((column) => cellText(item[column])));
      if (text.length < PIECE) continue;
      yield text;
      text = '';
    }
    yield `${text}</sheetData></worksheet>`;
  }
}

async function* eachOf(batches: AsyncIterable<readonly object[]>): AsyncGenerator<object> {
  for await (const batch of batches) {
    for (const item of batch) {
      const nextTurn = yieldIfDue();
      if (nextTurn) await nextTurn;
      yield item;
    }
  }
}

function rowOf(cells: readonly string[]): string {
  return `<row>${cells.map(cell).join('')}</row>`;
}

function cell(text: string): string {
  if (text === '') return '<c/>';
  const shown = escaped(text.slice(0, MOST_CHARACTERS));
  return `<c t="inlineStr"><is><t xml:space="preserve">${shown}</t></is></c>`;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * XML has no signs below the blank but tab and line ends: a workbook writes them by their numbers,
 * and so what looks like such a number. Halves of pairs are no signs.
 */
function escaped(text: string): string {
  return text
    .replace(/_x(?=[\dA-Fa-f]{4}_)/g, '_x005F_x')
    .replace(/[&<>]/g, (sign) => SIGNS[sign] as string)
    .replace(/(?![\t\n])\p{Cc}/gu, (sign) => `_x${hex(sign)}_`)
    .replace(/[^\t\n\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}

const hex = (sign: string) => sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

function workbook(numbers: readonly number[]): string {
  const sheets = numbers.map((n) => `<sheet name="Sheet${n}" sheetId="${n}" r:id="rId${n}"/>`);
  const spaces = `xmlns="${MAIN}" xmlns:r="${LINKS}"`;
  return `${HEAD}<workbook ${spaces}><sheets>${sheets.join('')}</sheets></workbook>`;
}

function workbookLinks(numbers: readonly number[]): string {
  const links = numbers.map(
    (n) =>
      `<Relationship Id="rId${n}" Type="${LINKS}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  );
  return `${HEAD}<Relationships xmlns="${PARTS}/relationships">${links.join('')}</Relationships>`;
}

const LINK_OF_WORKBOOK =
  `${HEAD}<Relationships xmlns="${PARTS}/relationships"><Relationship Id="rId1" ` +
  `Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;

function contentTypes(numbers: readonly number[]): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const sheets = numbers.map(
    (n) =>
      `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${type}.worksheet+xml"/>`,
  );
  return (
    `${HEAD}<Types xmlns="${PARTS}/content-types"><Default Extension="rels" ` +
    'ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    `<Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/>` +
    `${sheets.join('')}</Types>`
  );
}
