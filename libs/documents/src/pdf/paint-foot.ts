import type { Sheet } from '../sheets/sheet.js';
import { GREY, LEADING, type Canvas, type TextStyle } from './canvas.js';

const SMALL: TextStyle = { size: 7.5, color: GREY };
const MARGIN = 50;
const EDGE = 26;
/** More lines of a column are not printed at the foot of every page. */
const MOST_LINES = 6;

/** The height of the foot of every page with the room above it. */
export function footHeight({ footer }: Sheet): number {
  const lines = Math.min(MOST_LINES, Math.max(0, ...footer.map(({ length }) => length)));
  return EDGE + (lines + 1) * SMALL.size * LEADING + 26;
}

/** Draws the foot on the current page once the number of pages is known. */
export function paintFoot(canvas: Canvas, sheet: Sheet, page: number, pages: number): void {
  const body = { start: MARGIN, width: canvas.width - 2 * MARGIN };
  const top = canvas.height - footHeight(sheet) + 14;
  canvas.rule(body, top);
  const share = body.width / Math.max(3, sheet.footer.length);
  sheet.footer.forEach((lines, i) => {
    const span = { start: body.start + i * share, width: share - 10 };
    lines
      .flatMap((line) => canvas.wrap(line, SMALL, span.width))
      .slice(0, MOST_LINES)
      .reduce((y, line) => canvas.line(line, span, y, SMALL), top + 6);
  });
  const label = sheet.page.replace('{page}', String(page)).replace('{pages}', String(pages));
  const bottom = canvas.height - EDGE - SMALL.size * LEADING;
  canvas.line(label, body, bottom, { ...SMALL, align: 'end' });
}
