import type { WorkbookBounds } from './bounds.js';
import { cellTextOf, unescaped, type NumberForm } from './cell-text.js';
import { numberForms } from './number-forms.js';
import { OpenedArchive } from './opened-archive.js';
import { readXml, xmlParts } from './read-xml.js';

const RELATIONS = 'xl/_rels/workbook.xml.rels';
const FIRST = 'xl/worksheets/sheet1.xml';
const STRINGS = 'xl/sharedStrings.xml';
/** More than anybody leafs through. */
const MOST_SHEETS = 250;
/** What a cell can hold at all. */
const LONGEST_CELL = 32_767;

export interface WorkbookSheet {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

/** A cell whose value is not known, and why. */
interface CellFault {
  readonly column: number;
  readonly why: string;
}

/** A row of a sheet with what its cells show. */
export interface WorkbookRow {
  /** As the sheet numbers it, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
  /** The columns that are numbers and days, and not text that looks like them. */
  readonly typed: ReadonlySet<number>;
  /** The cells of which the value is not known, where there are any. */
  readonly faults?: readonly CellFault[];
}

/**
 * A workbook that somebody sent. Its parts are unpacked as they are read, and no more of them than
 * the bounds say: an archive that blows up is given up there. Nothing in it is computed.
 */
export class Workbook {
  private constructor(
    private readonly archive: OpenedArchive,
    private readonly bounds: WorkbookBounds,
    readonly sheets: readonly WorkbookSheet[],
    private readonly read: {
      readonly strings: readonly string[];
      readonly forms: readonly NumberForm[];
      readonly is1904: boolean;
    },
  ) {}

  /** @throws what the bounds refuse with */
  static async of(bytes: Buffer, bounds: WorkbookBounds): Promise<Workbook> {
    const archive = await OpenedArchive.of(bytes, bounds);
    const { sheets, is1904 } = await sheetsOf(archive, bounds);
    if (sheets.length === 0 || sheets.some(({ part }) => !archive.has(part))) {
      throw bounds.refused('it has no sheet');
    }
    // A part is small and unpacked for each sheet that is said to be it.
    if (new Set(sheets.map(({ part }) => part)).size < sheets.length) {
      throw bounds.refused('two of its sheets are the same part');
    }
    const strings = archive.has(STRINGS) ? await stringsOf(archive, bounds) : [];
    const forms = await numberForms(archive, bounds);
    return new Workbook(archive, bounds, sheets, { strings, forms, is1904 });
  }

  /** The rows of a sheet that say anything, as they are unpacked. */
  async *rows({ part }: WorkbookSheet): AsyncGenerator<WorkbookRow> {
    const ready: WorkbookRow[] = [];
    const reading = this.rowReading((row) => ready.push(row));
    for await (const _ of xmlParts(this.archive.read(part), reading, this.bounds)) {
      yield* ready.splice(0);
    }
    yield* ready;
  }

  private rowReading(tell: (row: WorkbookRow) => void) {
    const { columns, cell: longest, refusesLong, refused } = this.bounds;
    const { strings, forms, is1904 } = this.read;
    let cells: string[] = [];
    let typed = new Set<number>();
    let faults: CellFault[] = [];
    let line = 0;
    let cell: OpenCell | null = null;
    const close = (open: OpenCell) => {
      const { column } = open;
      if (column >= columns && refusesLong) throw refused(`it has more than ${columns} columns`);
      if (column >= columns) return;
      const { text, fault: why } = cellTextOf(open, strings, is1904);
      const isCut = refusesLong && text.length >= LONGEST_CELL;
      const wrong = why ?? (isCut ? 'has all the characters that a cell can have' : undefined);
      if (wrong !== undefined) faults.push({ column, why: wrong });
      if (text === '') return;
      while (cells.length < column) cells.push('');
      cells[column] = text;
      if (open.type === 'n' || open.type === 'd') typed.add(column);
    };
    let next = 0;
    return {
      texts: new Set(['v', 't']),
      opened: (name: string, attributes: Readonly<Record<string, string | undefined>>) => {
        if (name === 'row') {
          const told = Number(attributes.r);
          line = Number.isSafeInteger(told) && told > 0 ? told : line + 1;
          [cells, faults, next, typed] = [[], [], 0, new Set()];
        }
        if (name === 'c') {
          const column = columnOf(attributes.r) ?? next;
          next = column + 1;
          const form = forms[Number(attributes.s)] ?? 'plain';
          cell = { column, type: attributes.t ?? 'n', said: '', isFormula: false, form };
        }
        if (name === 'f' && cell) cell.isFormula = true;
      },
      // How a word is pronounced stands beside it and is no part of it.
      text: (part: string, within: readonly string[]) => {
        if (cell && !within.includes('rPh')) cell.said = (cell.said + part).slice(0, longest);
      },
      closed: (name: string) => {
        if (name === 'c' && cell) close(cell);
        if (name === 'c') cell = null;
        const isFaulty = faults.length > 0;
        if (name === 'row' && (isFaulty || cells.some((each) => each !== ''))) {
          tell(isFaulty ? { line, cells, typed, faults } : { line, cells, typed });
        }
      },
    };
  }
}

/** A cell that is being read. */
interface OpenCell {
  readonly column: number;
  readonly type: string;
  readonly form: NumberForm;
  said: string;
  isFormula: boolean;
}

async function sheetsOf(archive: OpenedArchive, bounds: WorkbookBounds) {
  const named: { readonly id: string | undefined; readonly name: string; isHidden: boolean }[] = [];
  let is1904 = false;
  const book = {
    opened: (tag: string, attributes: Readonly<Record<string, string | undefined>>) => {
      if (tag === 'workbookPr') is1904 = /^(1|true)$/.test(attributes.date1904 ?? '');
      if (tag !== 'sheet') return;
      const { 'r:id': id, name = '', state = 'visible' } = attributes;
      named.push({ id, name, isHidden: state !== 'visible' });
      if (named.length > MOST_SHEETS) throw bounds.refused('it has too many sheets');
    },
  };
  await readXml(archive.read('xl/workbook.xml'), book, bounds);
  const targets = new Map<string, string>();
  const links = {
    opened: (tag: string, { Id, Target }: Readonly<Record<string, string | undefined>>) => {
      if (tag === 'Relationship' && Id && Target) targets.set(Id, Target);
    },
  };
  if (archive.has(RELATIONS)) await readXml(archive.read(RELATIONS), links, bounds);
  const sheets = named.map(({ id, name, isHidden }, i): WorkbookSheet => {
    const target = targets.get(id ?? '');
    const part = target === undefined ? `xl/worksheets/sheet${i + 1}.xml` : below(target);
    return { name, part, isHidden };
  });
  return { sheets: sheets.length > 0 || !archive.has(FIRST) ? sheets : [ONLY], is1904 };
}

const ONLY: WorkbookSheet = { name: '', part: FIRST, isHidden: false };

const below = (target: string) => (target.startsWith('/') ? target.slice(1) : `xl/${target}`);

async function stringsOf(archive: OpenedArchive, bounds: WorkbookBounds): Promise<string[]> {
  const { cell: longest, strings: most, stringCharacters, refused } = bounds;
  const strings: string[] = [];
  let characters = 0;
  let said = '';
  const reading = {
    texts: new Set(['t']),
    opened: (name: string) => {
      if (name === 'si') said = '';
    },
    text: (part: string, within: readonly string[]) => {
      if (!within.includes('rPh')) said = (said + part).slice(0, longest);
    },
    closed: (name: string) => {
      if (name !== 'si') return;
      characters += said.length;
      if (strings.length >= most || characters > stringCharacters) {
        throw refused('it has too many texts');
      }
      strings.push(unescaped(said));
    },
  };
  await readXml(archive.read(STRINGS), reading, bounds);
  return strings;
}

/** Of `AB12` the column, from 0. */
function columnOf(reference: string | undefined): number | null {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
