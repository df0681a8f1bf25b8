export { moveDocuments } from './attachments/move-documents.js';
export { defineObject } from './catalogue/define-object.js';
export { ObjectCatalogue, type ReferenceTarget } from './catalogue/object-catalogue.js';
export type {
  ObjectHooks,
  ObjectId,
  RecordChange,
  RecordId,
  RecordObject,
  RecordView,
} from './catalogue/object.js';
export { computeFields } from './computed/compute-fields.js';
export {
  cycleWith,
  dependenciesOf,
  filterFields,
  formulaFields,
} from './computed/formula-graph.js';
export { requiredByCondition } from './computed/formula-plan.js';
export { formulaScope, formulaType, resultTypeOf, toFormula } from './computed/formula-values.js';
export { keepComputed, type WrittenRecord } from './computed/keep-computed.js';
export { reachedField } from './computed/reached-field.js';
export { reachedResources } from './computed/reached-resources.js';
export { rollupFilterFaults } from './computed/rollup-filter.js';
export { reachedFields } from './list/reached-fields.js';
export { recordList, withoutNarrowed, withReach } from './list/record-list.js';
export { withActiveMasters } from './mass/active-masters.js';
export { copiedValues } from './mass/clone-record.js';
export type { ImportRow } from './mass/import-batch.js';
export type { ImportResult, ImportSummary } from './mass/import-tally.js';
export {
  type BulkResult,
  type BulkSummary,
  bulkTargets,
  type BulkTargets,
  inBulk,
} from './mass/in-bulk.js';
export { inRows } from './mass/in-rows.js';
export { loadRows } from './mass/load-rows.js';
export { MASK, maskedForExport } from './mass/mask-personal.js';
export { recordProblem, type RecordProblem } from './mass/record-problem.js';
export type { RowFormat } from './mass/row-file.js';
export { rowInputs } from './mass/row-inputs.js';
export type { CompanyModel, CompanyObject } from './metadata/company-model.js';
export { CompanyModels } from './metadata/company-models.js';
export { objectOf } from './metadata/make-model.js';
export { type CompanyMetadata, MetadataSource } from './metadata/metadata-source.js';
export { requestTooCostly } from './objects.errors.js';
export { ObjectsModule } from './objects.module.js';
export { attemptCreates, createRecords } from './records/create-records.js';
export {
  type CustomMembers,
  type CustomSubject,
  hasCustomFields,
  isCustomized,
  listWithCustom,
  readCustomMembers,
  readCustomMembersOf,
  storeCustomMembers,
  storeCustomMembersOf,
  withCustomMembers,
} from './records/custom-members.js';
export { deleteRecords } from './records/delete-records.js';
export { refusalsIn } from './records/draft.js';
export { liveRows, ownedRows, seenRows } from './records/owned-rows.js';
export { readRecord, readRecords, readStored } from './records/read-records.js';
export {
  type PendingRecord,
  type RecordCheck,
  RecordChecks,
  type RecordFinding,
} from './records/record-checks.js';
export { type RecordRow, recordRows } from './records/record-rows.js';
export type { RecordDeletion, RecordInput, RecordOptions } from './records/record-write.js';
export { findReferrers } from './records/referrers.js';
export { requireRecord } from './records/require-record.js';
export { updateRecords } from './records/update-records.js';
export { isMember } from './schema/record-schema.js';
export type { OriginFinder } from './timeline/record-origins.js';
export {
  type FieldIndexState,
  keepFieldIndexes,
  readFieldIndexes,
} from './values/keep-field-indexes.js';
export { storeSideRows } from './values/side-rows.js';
