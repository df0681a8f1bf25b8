import type { Id, Instant, UserId } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';

export type DocumentId = Id<'document'>;

/** Who sees a document besides staff: the portal users of one kind, or nobody. */
export const DOCUMENT_VISIBILITIES = ['internal', 'customer', 'partner', 'vendor'] as const;
export type DocumentVisibility = (typeof DOCUMENT_VISIBILITIES)[number];

/** A file attached to a record, as the API shows it. */
export interface RecordDocument {
  readonly id: DocumentId;
  readonly version: number;
  /** API name of the record's object. */
  readonly object: string;
  readonly recordId: RecordId;
  readonly fileName: string;
  /** What the bytes are, whatever they were called. */
  readonly mimeType: string;
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  readonly visibility: DocumentVisibility;
  readonly createdAt: Instant;
  readonly createdBy: UserId | null;
  readonly updatedAt: Instant;
}

const MIB = 1024 * 1024;
/** The largest file a record takes, in bytes. */
export const MAX_FILE_BYTES = 25 * MIB;
