import { Outside } from '@quittance/config';
import type { CompanyId } from '@quittance/kernel';
import type { Readable } from 'node:stream';
import type { DocumentId } from './document.js';

/** What became of a stream that was stored. */
export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** Of the bytes, in hexadecimal. */
  readonly sha256: string;
  /** The first bytes, enough to tell what the file is. */
  readonly head: Buffer;
}

/**
 * Where the bytes of documents are: a directory, or a bucket. A file is written once, under the id
 * of its document, and never changed.
 */
export abstract class FileStore extends Outside {
  /**
   * Stores a stream durably: what is answered survives a loss of power. A stream that fails leaves
   * no file under the id.
   */
  abstract put(companyId: CompanyId, id: DocumentId, body: Readable): Promise<StoredFile>;

  /** The bytes again. @throws Error when there is no such file */
  abstract open(companyId: CompanyId, id: DocumentId): Promise<Readable>;

  /** Bytes of a file, or null when there is no such file. */
  abstract sizeOf(companyId: CompanyId, id: DocumentId): Promise<number | null>;

  /** Takes files away; those that are not there are no error. */
  abstract remove(companyId: CompanyId, ids: readonly DocumentId[]): Promise<void>;
}
