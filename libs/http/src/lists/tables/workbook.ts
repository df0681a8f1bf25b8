import { yieldIfDue } from '@quittance/work';
import { archiveOf, type ArchivedFile } from './archive.js';
import { textCell, WORKBOOK_STYLES, workbookCell, type WorkbookColumn } from './workbook-cell.js';

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What a sheet holds at most. */
const MOST_ROWS = 1_048_576;

const PIECE = 16_384;
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PARTS = 'http://schemas.openxmlformats.org/package/2006';

/**
 * The rows as a workbook, as they come: another sheet begins where one is full.
 */
export function workbookOf(
  batches: AsyncIterable<readonly object[]>,
  columns: readonly WorkbookColumn[],
): AsyncGenerator<Buffer> {
  return archiveOf(filesOf(batches, columns));
}

async function* filesOf(
  batches: AsyncIterable<readonly object[]>,
  columns: readonly WorkbookColumn[],
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
  yield { name: 'xl/styles.xml', text: [HEAD + WORKBOOK_STYLES] };
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
    private readonly columns: readonly WorkbookColumn[],
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
    const header = this.columns.map(({ name }) => textCell(name));
    let text = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>${rowOf(header)}`;
    for (let rows = 1; rows < MOST_ROWS && !(await this.isDone()); rows += 1) {
      const item = this.next as Readonly<Record<string, unknown>>;
      this.next = undefined;
      text += rowOf(this.columns.map((column) => workbookCell(item[column.name], column)));
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
  return `<row>${cells.join('')}</row>`;
}

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
  const all = [...links, STYLES].join('');
  return `${HEAD}<Relationships xmlns="${PARTS}/relationships">${all}</Relationships>`;
}

const STYLES = `<Relationship Id="styles" Type="${LINKS}/styles" Target="styles.xml"/>`;

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
    `<Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>` +
    `${sheets.join('')}</Types>`
  );
}
