export {
  allDocumentsList,
  type LocatedDocument,
  locateDocument,
  seenDocuments,
} from './attachments/all-documents.queries.js';
export { AttachDocument, type NewDocument } from './attachments/attach-document.js';
export {
  documentEmpty,
  documentUploadGivenUp,
  fileTypeRefused,
  uploadLimitReached,
} from './attachments/attachments.errors.js';
export { DirectoryStore } from './attachments/directory-store.js';
export {
  type DocumentId,
  type RecordDocument,
  DOCUMENT_VISIBILITIES,
  type DocumentVisibility,
} from './attachments/document.js';
export {
  documentList,
  documentsOf,
  findDocument,
  readDocument,
} from './attachments/document.queries.js';
export { asAttachment } from './attachments/file-name.js';
export { FileStore } from './attachments/file-store.port.js';
export { RemoveDocument } from './attachments/remove-document.js';
export { SweepDocuments } from './attachments/sweep-documents.js';
export { type DocumentUpdate, UpdateDocument } from './attachments/update-document.js';
export {
  CheckFormula,
  type FormulaAnswer,
  type FormulaQuestion,
} from './computed/check-formula.js';
export { recordListFields } from './list/list-fields.js';
export { recordListFor, standardList } from './list/record-list.js';
export { deletionTooWide, recordReferenced } from './objects.errors.js';
export { objectsMigrations } from './objects.schema.js';
export type { RecordUpdate } from './records/record-write.js';
export {
  memberSchema,
  objectSchema,
  recordSchema,
  type SchemaUse,
} from './schema/record-schema.js';
export { ReadTimeline, type TimelineCall } from './timeline/read-timeline.js';
export { RecordOrigins } from './timeline/record-origins.js';
export {
  recordsOf,
  timelineQuery,
  type TimelineSource,
  TimelineSources,
} from './timeline/timeline-sources.js';
export type { TimelineEntry, TimelinePage } from './timeline/timeline.js';
export { BuildFieldIndexes } from './values/build-field-indexes.js';
export { DropUpload, readUpload } from './uploads/drop-upload.js';
export { KeepUpload } from './uploads/keep-upload.js';
export type { Upload } from './uploads/upload.js';
