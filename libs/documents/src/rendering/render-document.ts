import { ciiOf } from '../e-invoices/cii.js';
import { eInvoiceOf } from '../e-invoices/e-invoice-of.js';
import type { EInvoice } from '../e-invoices/e-invoice.js';
import { facturX } from '../e-invoices/factur-x.js';
import { ublOf } from '../e-invoices/ubl.js';
import { renderHtml } from '../html/render-html.js';
import { exactJsonOf } from '../irn/exact-json.js';
import { irnOf } from '../irn/irn.js';
import { renderPdf, type EmbeddedFile } from '../pdf/render-pdf.js';
import { layOut } from '../sheets/lay-out.js';
import type { RenderJob } from './render-job.js';

/**
 * The bytes of a document in a format. The same job gives the same bytes. Only the rendering
 * threads load this file and what draws pages: a host or a worker has no use for fonts.
 */
export async function renderDocument(job: RenderJob): Promise<Buffer> {
  switch (job.format) {
    case 'pdf':
      return renderPdf(layOut(job.document));
    case 'html':
      return Buffer.from(renderHtml(layOut(job.document)));
    case 'ubl':
      return Buffer.from(ublOf(eInvoiceOf(job.document, job.profile)));
    case 'cii':
      return Buffer.from(ciiOf(eInvoiceOf(job.document, job.profile)));
    case 'factur-x':
      return renderPdf(layOut(job.document), hybrid(eInvoiceOf(job.document, job.profile)));
    case 'irn':
      return Buffer.from(exactJsonOf(irnOf(job.document)));
  }
}

function hybrid(invoice: EInvoice): EmbeddedFile {
  return facturX(ciiOf(invoice), invoice.profile);
}
