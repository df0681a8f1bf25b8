import type { Sheet } from '../sheets/sheet.js';
import { GREY, LEADING, type Canvas, type Span, type TextStyle } from './canvas.js';

const SMALL: TextStyle = { size: 7.5, color: GREY };
const MARGIN = 50;
const EDGE = 26;
/**
 * More lines of a column are not printed at the foot of every page; the last of them always is: an
 * address ends with its country.
 */
const MOST_LINES = 9;

/** The columns of the foot, broken into lines. */
function footColumns(canvas: Canvas, { footer }: Sheet): { span: Span; lines: string[] }[] {
  const width = canvas.width - 2 * MARGIN;
  const share = width / Math.max(3, footer.length);
  return footer.map((texts, i) => {
    const span = { start: MARGIN + i * share, width: share - 10 };
    const lines = texts.flatMap((text) => canvas.wrap(text, SMALL, span.width));
    const all = lines.length <= MOST_LINES;
    return { span, lines: all ? lines : [...lines.slice(0, MOST_LINES - 1), ...lines.slice(-1)] };
  });
}

/** The height of the foot of every page with the room above it. */
export function footHeight(canvas: Canvas, sheet: Sheet): number {
  const lines = Math.max(0, ...footColumns(canvas, sheet).map((each) => each.lines.length));
  return EDGE + (lines + 1) * SMALL.size * LEADING + 26;
}

/** Draws the foot on the current page once the number of pages is known. */
export function paintFoot(canvas: Canvas, sheet: Sheet, page: number, pages: number): void {
  const body = { start: MARGIN, width: canvas.width - 2 * MARGIN };
  const top = canvas.height - footHeight(canvas, sheet) + 14;
  canvas.rule(body, top);
  for (const { span, lines } of footColumns(canvas, sheet)) {
    canvas.lines(lines, span, top + 6, SMALL);
  }
  const label = sheet.page.replace('{page}', String(page)).replace('{pages}', String(pages));
  const bottom = canvas.height - EDGE - SMALL.size * LEADING;
  canvas.line(label, body, bottom, { ...SMALL, align: 'end' });
}
