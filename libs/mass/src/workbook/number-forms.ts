import type { NumberForm } from './cell-text.js';
import type { OpenedArchive } from './opened-archive.js';
import type { WorkbookBounds } from './bounds.js';
import { readXml } from './read-xml.js';

const STYLES = 'xl/styles.xml';
/** More than a spreadsheet can have. */
const MOST_STYLES = 65_536;

/** Formats that are there without being described, and are of days and times. */
const DAYS: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
];
const PERCENT: ReadonlySet<number> = new Set([9, 10]);

/** How the numbers of cells are shown, by the style that a cell names. */
export async function numberForms(
  archive: OpenedArchive,
  bounds: WorkbookBounds,
): Promise<readonly NumberForm[]> {
  if (!archive.has(STYLES)) return [];
  const described = new Map<string, NumberForm>();
  const forms: NumberForm[] = [];
  let inCells = false;
  const reading = {
    opened: (name: string, attributes: Readonly<Record<string, string | undefined>>) => {
      if (described.size + forms.length > MOST_STYLES)
        throw bounds.refused('it has too many styles');
      if (name === 'numFmt') {
        described.set(attributes.numFmtId ?? '', formOf(attributes.formatCode ?? ''));
      }
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells) {
        const id = attributes.numFmtId ?? '0';
        forms.push(described.get(id) ?? builtIn(Number(id)));
      }
    },
    closed: (name: string) => {
      if (name === 'cellXfs') inCells = false;
    },
  };
  await readXml(archive.read(STYLES), reading, bounds);
  return forms;
}

function builtIn(id: number): NumberForm {
  if (PERCENT.has(id)) return 'percent';
  return DAYS.some(([from, to]) => id >= from && id <= to) ? 'day' : 'plain';
}

/** By what a format says for numbers above zero, without its words, colours and fillings. */
export function formOf(code: string): NumberForm {
  const signs = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')[0] as string;
  if (/^\s*general\s*$/i.test(signs)) return 'plain';
  if (/[ymdhs]/i.test(signs)) return 'day';
  return signs.includes('%') ? 'percent' : 'plain';
}
