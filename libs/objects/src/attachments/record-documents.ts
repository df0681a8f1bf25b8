import { dropDocuments } from './drop-documents.js';
import { moveDocuments } from './move-documents.js';
import { recordImages } from './record-images.js';

/** What becomes of the documents of a record with the record itself, and the pictures among them. */
export const recordDocuments = {
  move: moveDocuments,
  drop: dropDocuments,
  images: recordImages,
} as const;
