import { dropDocuments } from './drop-documents.js';
import { hashDocuments } from './hash-documents.js';
import { moveDocuments } from './move-documents.js';

/** What becomes of the documents of a record with the record itself, and what they are. */
export const recordDocuments = {
  move: moveDocuments,
  drop: dropDocuments,
  hashes: hashDocuments,
} as const;
