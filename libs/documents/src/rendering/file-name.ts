import type { PrintableInvoice } from '../sheets/printable-document.js';
import type { PrintableOrder } from '../sheets/printable-order.js';
import type { PrintableDocument } from '../sheets/printable.js';
import type { RenderJob } from './render-job.js';

/** What of a document names its file. */
type Named =
  | Pick<Extract<PrintableDocument, { kind: 'statement' }>, 'kind' | 'from' | 'to'>
  | Pick<Extract<PrintableDocument, { kind: 'commission_statement' }>, 'kind' | 'from'>
  | Pick<Extract<PrintableDocument, { kind: 'quote' }>, 'kind' | 'number' | 'revision'>
  | Pick<PrintableOrder, 'kind' | 'number'>
  | Pick<PrintableInvoice, 'kind' | 'number'>;

const ENDINGS: Readonly<Record<RenderJob['format'], string>> = {
  pdf: 'pdf',
  html: 'html',
  ubl: 'xml',
  cii: 'xml',
  'factur-x': 'pdf',
  irn: 'json',
};

const MEDIA_TYPES: Readonly<Record<RenderJob['format'], string>> = {
  pdf: 'application/pdf',
  html: 'text/html; charset=utf-8',
  ubl: 'application/xml',
  cii: 'application/xml',
  'factur-x': 'application/pdf',
  irn: 'application/json',
};

export function mediaTypeOf(format: RenderJob['format']): string {
  return MEDIA_TYPES[format];
}

/**
 * The name of a document's file: its number, in characters that are safe on every system and in
 * every header. A number of other characters alone is called by its kind; a statement by its
 * period; a later revision of a quote by that too.
 */
export function fileNameOf(document: Named, format: RenderJob['format']): string {
  const { kind } = document;
  const own = nameOf(document);
  const plain = own.normalize('NFKD').replace(/[^A-Za-z0-9_-]+/g, '-');
  const name = plain.replace(/^-+|-+$/g, '').slice(0, 80);
  return `${name || kind.replace('_', '-')}.${ENDINGS[format]}`;
}

function nameOf(document: Named): string {
  if (document.kind === 'statement') return `statement-${document.from}-${document.to}`;
  if (document.kind === 'commission_statement') {
    return `commissions-${document.from.slice(0, 7)}`;
  }
  const { number } = document;
  return document.kind === 'quote' && document.revision > 1
    ? `${number}-${document.revision}`
    : number;
}
