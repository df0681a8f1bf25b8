import type { Instant } from '@quittance/kernel';
import type { DocumentId } from '../attachments/document.js';

/** A file that somebody of a portal has sent, before it hangs on a record. */
export interface Upload {
  readonly documentId: DocumentId;
  readonly fileName: string;
  /** What the bytes are, whatever they were called. */
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly createdAt: Instant;
  /** When it is thrown away, unless it is attached by then. */
  readonly expiresAt: Instant;
}

export const UPLOAD_LIVES_SECONDS = 24 * 3600;
/** How long what was sent counts for its sender, be it thrown away or refused. */
export const UPLOAD_COUNTS_SECONDS = 24 * 3600;

/** Files of one user that wait to be attached, or are on their way. */
export const MOST_WAITING_UPLOADS = 50;
/** What one user may send in a day, attached or not: else a disk could be filled by one. */
export const MOST_UPLOADED_MIB = 500;

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const TAKEN: ReadonlySet<string> = new Set([
  'application/pdf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.ms-outlook',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  `${OFFICE}.wordprocessingml.document`,
  `${OFFICE}.spreadsheetml.sheet`,
  `${OFFICE}.presentationml.presentation`,
  'image/gif',
  'image/heic',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'message/rfc822',
  'text/calendar',
  'text/csv',
  'text/markdown',
  'text/plain',
  'video/mp4',
]);

/** Text that a browser would run: a page, a drawing or a script in one. */
const PAGE = /<(?:!doctype\s+html|html|head|body|svg|script|iframe)\b/i;

/**
 * Whether somebody outside may hand such a file in: documents, pictures and text. Archives,
 * programs and office files with macros are none of these, and what is unknown might be any.
 * @param head the first bytes of the file
 */
export function isTakenFromOutside(mimeType: string, head: Buffer): boolean {
  if (!TAKEN.has(mimeType)) return false;
  return !mimeType.startsWith('text/') || !PAGE.test(head.toString('latin1'));
}
