import { openSync, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { renderPdf } from '../pdf/render-pdf.js';
import { layOut } from '../sheets/lay-out.js';
import type { PrintableDocument } from '../sheets/printable.js';

/** One call of the drawing library, as it can be sent to a thread. */
export interface DrawCall {
  readonly method: string;
  readonly args: readonly unknown[];
}

/** What the painters call; fonts are named instead of handed over. */
const METHODS = [
  'addPage',
  'switchToPage',
  'registerFont',
  'font',
  'fontSize',
  'fillColor',
  'text',
  'lineWidth',
  'strokeColor',
  'moveTo',
  'lineTo',
  'stroke',
  'rect',
  'fill',
  'link',
] as const;

type Drawing = Record<string, (...args: unknown[]) => unknown>;

/** Renders a document and keeps every call that drew it: the page without the layout. */
export async function recordDrawing(document: PrintableDocument): Promise<DrawCall[]> {
  const calls: DrawCall[] = [];
  const drawing = PDFDocument.prototype as unknown as Drawing;
  const originals = METHODS.map((method) => [method, drawing[method]] as const);
  let depth = 0;
  for (const [method, original] of originals) {
    drawing[method] = function record(this: unknown, ...args: unknown[]) {
      // What the library calls itself is no call of ours.
      if (depth === 0) calls.push({ method, args: method === 'registerFont' ? [args[0]] : args });
      depth += 1;
      try {
        return original?.apply(this, args);
      } finally {
        depth -= 1;
      }
    };
  }
  try {
    await renderPdf(layOut(document));
  } finally {
    for (const [method, original] of originals) if (original) drawing[method] = original;
  }
  // The first page is added by the library while it is made.
  return calls[0]?.method === 'addPage' ? calls.slice(1) : calls;
}

const fonts = new Map<string, Font>();

/** The files of the fonts by the names they are registered under. */
function fontOf(key: string): Font {
  const known = fonts.get(key);
  if (known) return known;
  const style = key.endsWith('bold') ? '600SemiBold' : '400Regular';
  if (!key.startsWith('latin'))
    throw new Error(`The measured page is in Latin letters, not ${key}`);
  const path = require.resolve(`@expo-google-fonts/noto-sans/${style}/NotoSans_${style}.ttf`);
  const opened = openSync(path);
  fonts.set(key, opened);
  return opened;
}

/** Draws a recorded page with the library alone: the least that can make this file. */
export function replayDrawing(calls: readonly DrawCall[]): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    font: null as never,
  });
  const pieces: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', () => resolve(Buffer.concat(pieces)));
    document.on('error', reject);
  });
  const drawing = document as unknown as Drawing;
  for (const { method, args } of calls) {
    if (method === 'registerFont') drawing.registerFont?.(args[0], fontOf(String(args[0])));
    else drawing[method]?.(...args);
  }
  document.end();
  return whole;
}
