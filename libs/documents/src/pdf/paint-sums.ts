import { qrCode } from '../codes/qr-code.js';
import {
  belowSums,
  type Sheet,
  type SheetPayment,
  type SheetTaxes,
  type SheetTotal,
} from '../sheets/sheet.js';
import { GREY, LEADING, LINK, type Span, type TextStyle } from './canvas.js';
import type { Flow } from './flow.js';
import { factsHeight, paintFacts } from './paint-head.js';
import { paintSignature } from './paint-signature.js';
import { paintFigure, paintTableHead, readableSpans, widestOf } from './paint-table.js';
import { paintLongText } from './paint-text.js';

const SMALL: TextStyle = { size: 8.5, color: GREY };
const HEADING: TextStyle = { size: 8.5, weight: 'bold', color: GREY };
const TEXT: TextStyle = { size: 9 };
const DUE: TextStyle = { size: 12, weight: 'bold' };
const STYLES: Readonly<Record<SheetTotal['weight'], TextStyle>> = {
  plain: TEXT,
  strong: { ...TEXT, weight: 'bold' },
  due: DUE,
};
const ROW = TEXT.size * LEADING + 4;
const DUE_ROW = DUE.size * LEADING + 10;
const CODE = 92;
/** A signed text takes many modules: its code is larger, so that readers tell them apart. */
const SIGNED_CODE = 140;

/**
 * Below the table: the taxes at the start, the totals at the end, then how to pay and the notes.
 */
export function paintSums(flow: Flow): void {
  const { sheet } = flow;
  flow.need(sumsHeight(sheet));
  const top = flow.y;
  const page = flow.canvas.document.bufferedPageRange().count;
  const totalsEnd = paintTotals(flow, flow.part(0.54, 0.46), top);
  flow.y = top;
  if (sheet.taxes) paintTaxes(flow, sheet.taxes, flow.part(0, 0.5));
  // A long table of taxes may have gone on overleaf; the totals stayed where they were.
  const turned = flow.canvas.document.bufferedPageRange().count > page;
  flow.y = (turned ? flow.y : Math.max(flow.y, totalsEnd)) + 18;
  for (const each of belowSums(sheet)) {
    if (each.kind === 'paragraph') paintParagraph(flow, each.paragraph);
    else paintCoded(flow, each.block, each.kind === 'registration' ? SIGNED_CODE : CODE);
  }
  if (sheet.signature) paintSignature(flow, sheet.signature);
}

/** What taxes and totals need at least on one page. */
export function sumsHeight({ totals, taxes }: Pick<Sheet, 'totals' | 'taxes'>): number {
  return Math.min(Math.max(totalsHeight(totals), taxesHeight(taxes)), 400);
}

function totalsHeight(totals: readonly SheetTotal[]): number {
  return totals.reduce((sum, { weight }) => sum + (weight === 'due' ? DUE_ROW + 4 : ROW), 0);
}

function paintTotals({ canvas, sheet }: Flow, span: Span, top: number): number {
  const inner = { start: span.start + 8, width: span.width - 16 };
  const figures = sheet.totals.map(({ value, weight }) => [value, STYLES[weight]] as const);
  const widest = widestOf(canvas, figures);
  return sheet.totals.reduce((y, { label, value, weight }) => {
    const due = weight === 'due';
    const style = STYLES[weight];
    if (due) canvas.box(span, y + 2, DUE_ROW);
    if (weight === 'strong') canvas.rule(span, y);
    const at = y + (due ? 6 : 2);
    const words = { ...inner, width: inner.width * 0.48 };
    canvas.line(label, words, at, canvas.fitted(label, style, words.width));
    const figure = { start: inner.start + inner.width * 0.5, width: inner.width * 0.5 };
    paintFigure(canvas, value, { span: figure, widest }, at, style);
    return y + (due ? DUE_ROW + 4 : ROW);
  }, top);
}

function taxesHeight(taxes: SheetTaxes | null): number {
  return taxes ? (taxes.rows.length + 3) * ROW : 0;
}

function paintTaxes(flow: Flow, taxes: SheetTaxes, span: Span): void {
  const { canvas } = flow;
  flow.y = canvas.line(taxes.heading, span, flow.y, HEADING) + 3;
  const spans = readableSpans(flow.canvas, span, { ...taxes, textColumn: 0 });
  paintTableHead(flow, taxes, spans);
  flow.y += 3;
  const widest = taxes.columns.map((_, i) =>
    widestOf(
      canvas,
      taxes.rows.map((row) => [row[i] ?? '', TEXT]),
    ),
  );
  for (const row of taxes.rows) {
    if (flow.need(ROW)) paintTableHead(flow, taxes, spans);
    let end = flow.y;
    row.forEach((cell, i) => {
      const own = spans[i] ?? span;
      const place = { start: own.start + 4, width: own.width - 8 };
      if (i > 0) {
        const figure = { span: place, widest: widest[i] ?? 0 };
        paintFigure(canvas, cell, figure, flow.y, TEXT);
      } else end = canvas.text(cell, place, flow.y, TEXT);
    });
    flow.y = end + 2;
  }
}

/** Facts in a box, with a square code of this size at its end. */
function paintCoded(flow: Flow, block: SheetPayment, size: number): void {
  const { canvas, body } = flow;
  const { heading, facts, link, qr } = block;
  const code = qr ? qrCode(qr.content) : undefined;
  const inner = { start: body.start + 12, width: body.width - 24 };
  const column = { ...inner, width: inner.width - size - 60 };
  const words = 18 + factsHeight(canvas, facts, column) + (link ? 17 : 0);
  const height = Math.max(words, code ? size + 14 : 0) + 20;
  flow.need(height);
  const top = flow.y;
  canvas.box(body, top, height);
  let y = canvas.line(heading, inner, top + 10, { ...HEADING, size: 9.5 }) + 3;
  if (link) {
    const label = { size: 9.5, weight: 'bold', color: LINK } as const;
    canvas.link(link.url, { ...inner, width: inner.width - size - 20 }, y, 16);
    y = canvas.line(link.label, inner, y, label) + 3;
  }
  paintFacts(flow, facts, column, y, 'start');
  if (code && qr) {
    const place = { start: inner.start + inner.width - size, width: size };
    canvas.code(code, place, top + 10);
    if (link) canvas.link(link.url, place, top + 10, size);
    const wide = { start: place.start - 40, width: size + 40 };
    canvas.line(qr.caption, wide, top + size + 13, { ...SMALL, size: 7.5, align: 'end' });
  }
  flow.y = top + height + 16;
}

function paintParagraph(
  flow: Flow,
  { heading, text }: { readonly heading: string | null; readonly text: string },
): void {
  const { canvas, body } = flow;
  flow.need(2 * ROW);
  if (heading) flow.y = canvas.line(heading, body, flow.y, HEADING) + 2;
  paintLongText(flow, text, TEXT);
  flow.y += 10;
}
