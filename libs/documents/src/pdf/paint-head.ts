import type { SheetFact } from '../sheets/sheet.js';
import { GREY, LEADING, type Canvas, type Span, type TextStyle } from './canvas.js';
import type { Flow } from './flow.js';
import { paintLongText } from './paint-text.js';

const NAME: TextStyle = { size: 10.5, weight: 'bold' };
const WORDMARK: TextStyle = { size: 16, weight: 'bold' };
const SMALL: TextStyle = { size: 8.5, color: GREY };
const TITLE: TextStyle = { size: 22, weight: 'bold' };
const TEXT: TextStyle = { size: 9.5 };
/** Of the width of facts. */
const LABELS = 0.42;
const VALUES = 0.56;
/** Labels are smaller and stand lower, as if they were on the line of their value. */
const LOWER = (TEXT.size - SMALL.size) * LEADING * 0.5;
const APART = 1.5;

/** The head of the first page: sender, kind of document, receiver and facts. */
export function paintHead(flow: Flow): void {
  paintSeller(flow);
  const { canvas, sheet } = flow;
  flow.y = canvas.text(sheet.title, flow.body, flow.y, TITLE) + 10;
  const buyerEnd = paintBuyer(flow);
  const factsEnd = paintFacts(flow, sheet.facts, flow.part(0.56, 0.44), flow.y);
  flow.y = Math.max(buyerEnd, factsEnd) + 22;
  if (sheet.opening) {
    paintLongText(flow, sheet.opening, { size: 9.5 });
    flow.y += 12;
  }
}

function paintSeller(flow: Flow): void {
  const { canvas, sheet, body } = flow;
  const { logo, name, lines } = sheet.seller;
  const picture = logo ? Buffer.from(logo.slice(logo.indexOf(',') + 1), 'base64') : undefined;
  const own = flow.part(0, 0.5);
  const side = flow.part(0.56, 0.44);
  const start = picture
    ? flow.y + canvas.picture(picture, { ...own, width: 190 }, flow.y, 62)
    : canvas.text(name, own, flow.y, WORDMARK);
  let end = picture ? canvas.text(name, side, flow.y, { ...NAME, align: 'end' }) + 2 : flow.y;
  for (const line of lines) end = canvas.text(line, side, end, { ...SMALL, align: 'end' });
  flow.y = Math.max(start, end) + 14;
  canvas.rule(body, flow.y);
  flow.y += 20;
}

function paintBuyer(flow: Flow): number {
  const { canvas, sheet } = flow;
  const { heading, name, lines } = sheet.buyer;
  const span = flow.part(0, 0.5);
  let y = canvas.line(heading, span, flow.y, { ...SMALL, weight: 'bold' }) + 2;
  y = canvas.text(name, span, y, NAME) + 1;
  for (const line of lines) y = canvas.text(line, span, y, TEXT);
  return y;
}

/** Labels at the start, values at the end of a column; long values take several lines. */
export function paintFacts(
  flow: Flow,
  facts: readonly SheetFact[],
  { start, width }: Span,
  top: number,
  align: 'start' | 'end' = 'end',
): number {
  const { canvas } = flow;
  const labels = { start, width: width * LABELS };
  const values = { start: start + width * (1 - VALUES), width: width * VALUES };
  return facts.reduce((y, { label, value }) => {
    const labelEnd = canvas.text(label, labels, y + LOWER, SMALL);
    const valueEnd = canvas.text(value, values, y, { ...TEXT, align });
    return Math.max(labelEnd, valueEnd) + APART;
  }, top);
}

/** How high `paintFacts` paints them in a column of that width. */
export function factsHeight(
  canvas: Canvas,
  facts: readonly SheetFact[],
  { width }: Pick<Span, 'width'>,
): number {
  const high = (text: string, style: TextStyle, part: number) =>
    canvas.wrap(text, style, width * part).length * style.size * LEADING;
  return facts.reduce((sum, { label, value }) => {
    const labels = LOWER + high(label, SMALL, LABELS);
    return sum + Math.max(labels, high(value, TEXT, VALUES)) + APART;
  }, 0);
}
