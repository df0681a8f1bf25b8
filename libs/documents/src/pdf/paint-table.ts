import type { SheetColumn, SheetRow, SheetTable } from '../sheets/sheet.js';
import { BASELINE, GREY, LEADING, RULE, type Canvas, type Span, type TextStyle } from './canvas.js';
import type { Flow } from './flow.js';
import { GUTTER, readableColumns } from './readable-columns.js';

const HEAD: TextStyle = { size: 8, weight: 'bold', color: GREY };
const CELL: TextStyle = { size: 9 };
const HEADING: TextStyle = { ...CELL, weight: 'bold' };
const DETAIL: TextStyle = { size: 8, color: GREY };
const CARRY: TextStyle = { size: 8.5, weight: 'bold', color: GREY };
const PAD = 5;
const CARRY_HEIGHT = CARRY.size * LEADING + 2 * PAD;

/** A row broken into lines, not yet drawn. */
interface Measured {
  readonly cells: readonly (readonly string[])[];
  readonly details: readonly string[];
  readonly height: number;
  /** Of the text of the row, and of each cell: smaller where a word would be broken. */
  readonly style: TextStyle;
  readonly styles: readonly TextStyle[];
}

/** The head and one line of text are the least a table begins with. */
const LEAST = 60;
const BELOW = 12;

/**
 * The lines of a document. On every page the head of the table is repeated, and where the table
 * goes on overleaf the sum so far stands at the foot and again at the top of the next page. The
 * last line goes with what follows it, so that no sums stand on a page by themselves.
 * @param following the height of what is not parted from the last line
 */
export function paintTable(flow: Flow, table: SheetTable, following: number): void {
  const spans = readableSpans(flow.canvas, flow.body, {
    columns: table.columns,
    rows: table.rows.map(({ cells }) => cells),
    textColumn: table.textColumn,
  });
  const figures = figuresIn(flow.canvas, table);
  const [only, ...others] = table.rows;
  const whole = only && others.length === 0 ? measure(flow, table, spans, only).height : 0;
  const least = LEAST + whole + BELOW + following;
  flow.need(whole > 0 && least <= flow.pageRoom ? least : LEAST);
  paintTableHead(flow, table, spans);
  let carried: string | null = null;
  table.rows.forEach((row, i) => {
    const measured = measure(flow, table, spans, row);
    const last = i === table.rows.length - 1;
    const foot = last ? 0 : CARRY_HEIGHT;
    const kept = measured.height + BELOW + following;
    const parted = last && kept > flow.room && kept + LEAST + CARRY_HEIGHT <= flow.pageRoom;
    if ((parted || measured.height + foot > flow.room) && carried !== null)
      overleaf(flow, table, spans, { sum: carried, figures });
    paintRow(flow, table, spans, measured, figures);
    carried = row.carried;
  });
  flow.y += BELOW;
}

/** Where the columns of a table stand: huge figures and long words take room of its text. */
export function readableSpans(
  canvas: Canvas,
  body: Span,
  table: Parameters<typeof readableColumns>[0],
): Span[] {
  const measure = (text: string) => canvas.measure(text, CELL);
  return columnSpans(body, readableColumns(table, body.width, measure));
}

function columnSpans({ start, width }: Span, columns: readonly SheetColumn[]): Span[] {
  let at = start;
  return columns.map(({ share }) => {
    const own = (width * share) / 100;
    at += own;
    return { start: at - own, width: own };
  });
}

/** Columns keep apart from their neighbours. */
function inner({ start, width }: Span): Span {
  return { start: start + GUTTER / 2, width: width - GUTTER };
}

export function paintTableHead(
  flow: Flow,
  { columns }: { readonly columns: readonly SheetColumn[] },
  spans: readonly Span[],
): void {
  const { canvas } = flow;
  const labels = columns.map(({ label }, i) =>
    canvas.wrap(label, HEAD, inner(spanAt(spans, i)).width),
  );
  const most = Math.max(...labels.map(({ length }) => length));
  const [first, last] = [spanAt(spans, 0), spanAt(spans, spans.length - 1)];
  const height = most * HEAD.size * LEADING + 2 * PAD;
  canvas.box({ start: first.start, width: last.start + last.width - first.start }, flow.y, height);
  labels.forEach((lines, i) => {
    // Labels of one line stand at the foot of a head of several.
    const top = flow.y + PAD + (most - lines.length) * HEAD.size * LEADING;
    canvas.lines(lines, inner(spanAt(spans, i)), top, {
      ...HEAD,
      align: columns[i]?.align ?? 'start',
    });
  });
  flow.y += height;
}

function measure(
  { canvas }: Flow,
  { columns, textColumn }: SheetTable,
  spans: readonly Span[],
  row: SheetRow,
): Measured {
  const style = row.strong ? HEADING : CELL;
  const styles = row.cells.map((cell, i) =>
    i === textColumn || columns[i]?.align === 'end'
      ? style
      : canvas.fittedWords(cell, style, inner(spanAt(spans, i)).width),
  );
  const cells = row.cells.map((cell, i) => {
    // A figure is one line however long it is.
    if (columns[i]?.align === 'end') return [cell];
    return canvas.wrap(cell, styles[i] ?? style, inner(spanAt(spans, i)).width);
  });
  const { width } = inner(spanAt(spans, textColumn));
  const details = [...row.details, ...(row.charges ?? [])].flatMap((text) =>
    canvas.wrap(text, DETAIL, width),
  );
  const below = details.length * DETAIL.size * LEADING;
  const heights = cells.map(
    ({ length }, i) => length * CELL.size * LEADING + (i === textColumn ? below : 0),
  );
  return { cells, details, height: Math.max(...heights) + 2 * PAD, style, styles };
}

/**
 * A figure at the end of its column, smaller where it would not fit. Figures are read from the left
 * in every language: where a line begins at the right, the widest of a column stands at its end,
 * and the units of all others below those of that.
 * @param widest of all figures of the column, in points
 */
export function paintFigure(
  canvas: Canvas,
  text: string,
  { span, widest }: { readonly span: Span; readonly widest: number },
  top: number,
  style: TextStyle,
): void {
  const figure: TextStyle = { ...style, align: 'end', direction: 'ltr' };
  const fitted = canvas.fitted(text, figure, span.width);
  const own = canvas.measure(text, fitted) * fitted.size;
  const room = canvas.direction === 'rtl' ? Math.min(widest, span.width) - own : 0;
  const place = { start: span.start, width: span.width - Math.max(0, room) };
  // What is smaller stands on the same line.
  canvas.line(text, place, top + (style.size - fitted.size) * BASELINE, fitted);
}

/** How wide the widest of some figures is, each in its style, in points. */
export function widestOf(
  canvas: Canvas,
  figures: readonly (readonly [text: string, style: TextStyle])[],
): number {
  const widths = figures.map(([text, style]) => {
    return canvas.measure(text, { ...style, direction: 'ltr' }) * style.size;
  });
  return Math.max(0, ...widths);
}

/** The same of each column; sums carried overleaf stand in the last. */
function figuresIn(canvas: Canvas, { columns, rows }: SheetTable): readonly number[] {
  return columns.map(({ align }, i) => {
    if (align === 'start') return 0;
    const cells = rows.map(({ cells: own, strong }) => {
      return [own[i] ?? '', strong ? HEADING : CELL] as const;
    });
    const sums = rows.slice(0, -1).map(({ carried }) => [carried, CARRY] as const);
    return widestOf(canvas, i === columns.length - 1 ? [...cells, ...sums] : cells);
  });
}

function paintRow(
  flow: Flow,
  table: SheetTable,
  spans: readonly Span[],
  row: Measured,
  figures: readonly number[],
): void {
  const { canvas } = flow;
  const { style } = row;
  const top = flow.y + PAD;
  row.cells.forEach((lines, i) => {
    if (i === table.textColumn) return;
    const span = inner(spanAt(spans, i));
    if (table.columns[i]?.align === 'end') {
      const place = { span, widest: figures[i] ?? 0 };
      paintFigure(canvas, lines[0] ?? '', place, top, style);
    } else {
      const own = row.styles[i] ?? style;
      canvas.lines(lines, span, top + (style.size - own.size) * BASELINE, own);
    }
  });
  const span = inner(spanAt(spans, table.textColumn));
  flow.y = top;
  paintLines(flow, table, spans, row.cells[table.textColumn] ?? [], span, style);
  paintLines(flow, table, spans, row.details, span, DETAIL);
  // Where the text was shorter than another cell the row is as high as that.
  flow.y = Math.max(flow.y, Math.min(top + row.height - 2 * PAD, flow.bottom)) + PAD;
  canvas.rule(flow.body, flow.y, RULE, 0.5);
}

/** Text longer than a page goes on overleaf in the middle of its row. */
function paintLines(
  flow: Flow,
  table: SheetTable,
  spans: readonly Span[],
  lines: readonly string[],
  span: Span,
  style: TextStyle,
): void {
  for (const line of lines) {
    if (style.size * LEADING + PAD > flow.room) {
      flow.next();
      paintTableHead(flow, table, spans);
      flow.y += PAD;
    }
    flow.y = flow.canvas.line(line, span, flow.y, style);
  }
}

interface Carried {
  readonly sum: string;
  readonly figures: readonly number[];
}

function overleaf(flow: Flow, table: SheetTable, spans: readonly Span[], carried: Carried): void {
  paintCarry(flow, table.carriedForward, carried);
  flow.next();
  paintTableHead(flow, table, spans);
  paintCarry(flow, table.broughtForward, carried);
  flow.canvas.rule(flow.body, flow.y, RULE, 0.5);
}

function paintCarry(flow: Flow, label: string, { sum, figures }: Carried): void {
  // A table without prices carries nothing.
  if (sum === '') return;
  const { canvas } = flow;
  const top = flow.y + PAD;
  canvas.line(label, inner(flow.part(0, 0.7)), top, CARRY);
  const span = inner(flow.part(0.7, 0.3));
  paintFigure(canvas, sum, { span, widest: figures.at(-1) ?? 0 }, top, CARRY);
  flow.y += CARRY_HEIGHT;
}

function spanAt(spans: readonly Span[], i: number): Span {
  return spans[i] ?? { start: 0, width: 0 };
}
