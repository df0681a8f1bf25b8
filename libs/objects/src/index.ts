export { recordDocuments } from './attachments/record-documents.js';
export { computeFields } from './computed/compute-fields.js';
export { refreshComputed, type WrittenRecord } from './computed/refresh-computed.js';
export { rollupFilterFaults } from './computed/rollup-filter.js';
export { pointed } from './list/pointed.js';
export { asActorAsks, recordList } from './list/record-list.js';
export { requestTooCostly } from './objects.errors.js';
export { ObjectsModule } from './objects.module.js';
export { attemptCreates, createRecords } from './records/create-records.js';
export { type CustomMembers, customMembers, type CustomSubject } from './records/custom-members.js';
export { CUSTOM_RECORDS } from './records/custom-records.js';
export { deleteRecords } from './records/delete-records.js';
export { refusalsIn } from './records/draft.js';
export { rowScope } from './records/owned-rows.js';
export { readRecord, readRecords, readStored } from './records/read-records.js';
export { type RecordRow, recordRows } from './records/record-rows.js';
export type {
  RecordDeletion,
  RecordInput,
  RecordOptions,
  RecordOutcome,
} from './records/record-write.js';
export { recordsBy } from './records/records-by.js';
export { requireRecord } from './records/require-record.js';
export { attemptUpdates, updateRecords } from './records/update-records.js';
export { isMember } from './schema/record-schema.js';
export type { OriginFinder } from './timeline/record-origins.js';
export { fieldIndexes, type FieldIndexState } from './values/keep-field-indexes.js';
export { besideRecords } from './values/beside-records.js';
export { type MatchField, recordMatch } from './values/match-records.js';
export { attachUploads } from './uploads/attach-uploads.js';
