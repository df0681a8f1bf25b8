import { renderPdf } from '../pdf/render-pdf.js';
import { layOut } from '../sheets/lay-out.js';
import { aPrintableInvoice, manyLines } from './a-printable-invoice.js';
import { pdfPieces } from '../../../../test/support/texts/pdf-text.js';
import { recordDrawing, replayDrawing } from './record-drawing.js';

test('a recorded drawing is the page it was recorded from', async () => {
  const document = aPrintableInvoice(manyLines(40));
  const calls = await recordDrawing(document);
  const [own, replayed] = await Promise.all([renderPdf(layOut(document)), replayDrawing(calls)]);
  expect(pdfPieces(replayed)).toEqual(pdfPieces(own));
  expect(Math.abs(replayed.length - own.length)).toBeLessThan(own.length / 10);
});
