import { dateObject } from '@quittance/kernel';
import PDFDocument from 'pdfkit';
import type { Sheet } from '../sheets/sheet.js';
import { Canvas } from './canvas.js';
import { Flow } from './flow.js';
import { paintFoot } from './paint-foot.js';
import { paintHead } from './paint-head.js';
import { paintSums, sumsHeight } from './paint-sums.js';
import { paintTable } from './paint-table.js';

/** A file inside the document, with what the document's own description says of it. */
export interface EmbeddedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly description: string;
  /** XMP about the file, put into the document's own. */
  readonly metadata: string;
}

/**
 * Paints a sheet as PDF/A-3b: every font inside, colours defined, readable in decades. The same
 * sheet gives the same bytes.
 */
export async function renderPdf(sheet: Sheet, file?: EmbeddedFile): Promise<Buffer> {
  const made = dateObject(sheet.changedAt);
  const document = new PDFDocument({
    size: sheet.paper,
    margin: 0,
    bufferPages: true,
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: sheet.language,
    displayTitle: true,
    // Without the font that every document would otherwise begin with, and which none may use.
    font: null as never,
    info: {
      Title: harmless(`${sheet.title} ${sheet.number}`),
      Author: harmless(sheet.seller.name),
      Creator: 'Quittance',
      Producer: 'Quittance',
      CreationDate: made,
      ModDate: made,
    },
  });
  const pieces: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece));
    document.on('end', () => resolve(Buffer.concat(pieces)));
    document.on('error', reject);
  });
  paint(sheet, document);
  if (file) embed(document, file, made);
  document.end();
  return whole;
}

function paint(sheet: Sheet, document: PDFKit.PDFDocument): void {
  const canvas = new Canvas(document, sheet.direction);
  const flow = new Flow(canvas, sheet);
  paintHead(flow);
  paintTable(flow, sheet.table, sumsHeight(sheet));
  paintSums(flow);
  const { count } = document.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    document.switchToPage(page);
    paintFoot(canvas, sheet, page + 1, count);
    if (sheet.mark) canvas.mark(sheet.mark);
  }
}

function embed(document: PDFKit.PDFDocument, file: EmbeddedFile, made: Date): void {
  document.file(file.bytes, {
    name: file.name,
    type: file.mediaType,
    description: file.description,
    creationDate: made,
    modifiedDate: made,
    // Which the types have yet to learn of.
    ...({ relationship: 'Alternative' } as object),
  });
  document.appendXML(file.metadata);
}

/** The writer of the file puts these texts into XML as they are. */
function harmless(text: string): string {
  return text
    .replace(/&/g, '＆')
    .replace(/[<>]/g, ' ')
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ');
}
