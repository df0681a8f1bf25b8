import { documentFile } from './document-rows.js';
import { customFields, type DocumentShape } from './document-shape.js';
import { importDocuments } from './import-documents.js';
import { soldLines } from './sold-lines.js';

export type { DocumentImport } from './import-documents.js';

/** Documents with their lines as files: what is downloaded, and what is taken over. */
export const documentFiles = {
  /** What the files of a kind say. */
  shape: (shape: DocumentShape) => shape,
  customFields,
  of: documentFile,
  soldLines,
  import: importDocuments,
} as const;
