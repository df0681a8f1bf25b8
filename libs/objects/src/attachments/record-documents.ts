import { dropDocuments } from './drop-documents.js';
import { moveDocuments } from './move-documents.js';

/** What becomes of the documents of a record with the record itself. */
export const recordDocuments = { move: moveDocuments, drop: dropDocuments } as const;
