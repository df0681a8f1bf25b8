import { documentHolders } from './document-holders.js';
import { dropDocuments } from './drop-documents.js';
import { hashDocuments } from './hash-documents.js';
import { moveDocuments } from './move-documents.js';
import { recordImages } from './record-images.js';

/** What becomes of the documents of a record with the record itself, and what there is of them. */
export const recordDocuments = {
  move: moveDocuments,
  drop: dropDocuments,
  hashes: hashDocuments,
  holders: documentHolders,
  images: recordImages,
} as const;
