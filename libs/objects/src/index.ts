export {
  COMPUTED_TYPES,
  FIELD_TYPES,
  PORTALS,
  type Field,
  type FieldId,
  type FieldSettings,
  type FieldStorage,
  type FieldType,
  type FieldValue,
  type OnDelete,
  type PicklistDependency,
  type PicklistOption,
  type Portal,
  type PortalAccess,
  type RollupFunction,
  type FieldValues,
} from './fields/field.js';
export {
  MAX_READ_WORK,
  TOO_MUCH_WORK,
  type Fault,
  type FieldKind,
  type JsonSchema,
  type ReadContext,
  type Reading,
} from './fields/field-kind.js';
export { KINDS, UNINDEXED_TYPES, UNIQUE_TYPES } from './fields/kinds.js';
export { currencyOf, minorOf } from './fields/number-kinds.js';
export { matchesPattern, readPattern } from './fields/pattern.js';
export {
  MAX_CUSTOM_BYTES,
  defaultOf,
  readValues,
  type ReadOptions,
  type ReadValues,
} from './fields/read-values.js';
export { readSettings } from './fields/read-settings.js';
export { fileFault } from './fields/relation-kinds.js';
export type {
  NaturalKey,
  ObjectHooks,
  ObjectId,
  ObjectTable,
  RecordChange,
  RecordId,
  RecordObject,
  RecordView,
} from './catalogue/object.js';
export {
  address,
  autoNumber,
  boolean,
  currency,
  date,
  datetime,
  describeField,
  email,
  file,
  formula,
  integer,
  json,
  lookup,
  multiSelect,
  number,
  percent,
  phone,
  picklist,
  richText,
  text,
  textarea,
  time,
  url,
  type Choices,
  type FieldDescription,
  type FieldOptions,
  type LookupOptions,
} from './catalogue/describe.js';
export {
  CUSTOM_RECORDS,
  defineCustomObject,
  defineObject,
  withCustomFields,
  type CustomObjectDescription,
  type ObjectDescription,
} from './catalogue/define-object.js';
export { withArticle } from './catalogue/with-article.js';
export { ObjectCatalogue, type ReferenceTarget } from './catalogue/object-catalogue.js';
export type { CompanyModel, CompanyObject, CompanyTerms } from './metadata/company-model.js';
export { CompanyModels } from './metadata/company-models.js';
export { makeModel, objectOf } from './metadata/make-model.js';
export { MetadataSource, NoMetadata, type CompanyMetadata } from './metadata/metadata-source.js';
export {
  RecordChecks,
  type PendingRecord,
  type RecordCheck,
  type RecordFinding,
  type RecordWarning,
} from './records/record-checks.js';
export { attemptCreates, createRecords } from './records/create-records.js';
export {
  hasCustomFields,
  isCustomized,
  listWithCustom,
  readCustomMembers,
  readCustomMembersOf,
  storeCustomMembers,
  storeCustomMembersOf,
  withCustomMembers,
  type CustomMembers,
  type CustomSubject,
} from './records/custom-members.js';
export { refusalsIn } from './records/draft.js';
export { deleteRecords } from './records/delete-records.js';
export { liveRows, ownedRows, recordScope, seenRows } from './records/owned-rows.js';
export { readRecord, readRecords, readStored } from './records/read-records.js';
export { recordRows, type RecordRow } from './records/record-rows.js';
export { findReferrers, type Referrers } from './records/referrers.js';
export { requireRecord } from './records/require-record.js';
export { attemptUpdates, updateRecords } from './records/update-records.js';
export {
  deletionTooWide,
  recordNamedTwice,
  recordReferenced,
  requestTooCostly,
} from './objects.errors.js';
export {
  CheckFormula,
  type FormulaAnswer,
  type FormulaQuestion,
} from './computed/check-formula.js';
export { computeFields, reachOf } from './computed/compute-fields.js';
export { formulaInput, requiredByCondition } from './computed/formula-plan.js';
export { keepComputed, type WrittenRecord } from './computed/keep-computed.js';
export {
  fromFormula,
  formulaScope,
  formulaType,
  lookupOf,
  toFormula,
} from './computed/formula-values.js';
export { CreateField } from './definitions/create-field.js';
export { CreateObject } from './definitions/create-object.js';
export { DefinedMetadata } from './definitions/defined-metadata.js';
export {
  CUSTOM_NAME,
  type FieldDefinition,
  type FieldView,
  type IndexProgress,
  type ObjectDefinition,
  type ObjectView,
} from './definitions/definition.js';
export { Definitions } from './definitions/definition.queries.js';
export {
  fieldLimitReached,
  fieldCurrencyFixed,
  fieldNameTaken,
  fieldNotUnique,
  objectLimitReached,
  objectNameTaken,
  objectNotCustomizable,
  objectReferenced,
  optionInUse,
  standardField,
} from './definitions/definitions.errors.js';
export { DeleteField } from './definitions/delete-field.js';
export { DeleteObject } from './definitions/delete-object.js';
export type { FieldPatch, NewField } from './definitions/field-input.js';
export {
  MetadataUsage,
  type DryRun,
  type MetadataUser,
  type UsageCount,
  type UsageSubject,
} from './definitions/metadata-usage.js';
export type { NewObject, ObjectPatch } from './definitions/object-changes.js';
export { ReorderFields } from './definitions/reorder-fields.js';
export { UpdateField } from './definitions/update-field.js';
export { UpdateObject } from './definitions/update-object.js';
export { reachedObject } from './computed/reached-object.js';
export {
  purposesOf,
  valueKind,
  type IndexedField,
  type IndexPurpose,
} from './values/field-index.js';
export { BuildFieldIndexes } from './values/build-field-indexes.js';
export { removeSideRows, storeSideRows } from './values/side-rows.js';
export { keepFieldIndexes } from './values/keep-field-indexes.js';
export type {
  RecordDeletion,
  RecordInput,
  RecordOptions,
  RecordOutcome,
  RecordUpdate,
} from './records/record-write.js';
export { listFields } from './list/list-fields.js';
export { reachedFields } from './list/reached-fields.js';
export {
  recordList,
  recordListFor,
  withReach,
  withoutNarrowed,
  type RecordList,
} from './list/record-list.js';
export { documentEmpty, documentUploadGivenUp } from './attachments/attachments.errors.js';
export {
  allDocumentsList,
  locateDocument,
  seenDocuments,
  type LocatedDocument,
} from './attachments/all-documents.queries.js';
export { AttachDocument, type NewDocument } from './attachments/attach-document.js';
export { DirectoryStore } from './attachments/directory-store.js';
export {
  MAX_FILE_BYTES,
  VISIBILITIES,
  type DocumentId,
  type RecordDocument,
  type Visibility,
} from './attachments/document.js';
export { documentList, documentsOf, readDocument } from './attachments/document.queries.js';
export { asAttachment, safeFileName } from './attachments/file-name.js';
export { FileStore, type StoredFile } from './attachments/file-store.port.js';
export { moveDocuments } from './attachments/move-documents.js';
export {
  RemoveDocument,
  removeDocumentsOf,
  type DocumentRemoval,
} from './attachments/remove-document.js';
export { SweepDocuments } from './attachments/sweep-documents.js';
export { UpdateDocument, type DocumentUpdate } from './attachments/update-document.js';
export { BulkUpdate, type BulkUpdateInput } from './mass/bulk-update.js';
export {
  MAX_BULK,
  bulkTargets,
  inBulk,
  type BulkResult,
  type BulkSummary,
  type BulkTargets,
} from './mass/in-bulk.js';
export { withActiveMasters } from './mass/active-masters.js';
export { CloneRecord, copiedValues, type RecordCopy } from './mass/clone-record.js';
export type { ImportRow } from './mass/import-batch.js';
export { ImportRecords, type RecordImport } from './mass/import-records.js';
export { MOST_RESULTS, type ImportResult, type ImportSummary } from './mass/import-tally.js';
export { loadRows, type RowLoad } from './mass/load-rows.js';
export { inRows } from './mass/in-rows.js';
export { MASK, maskedForExport } from './mass/mask-personal.js';
export { bulkTooMany, importColumnsInvalid, importFileNotReadable } from './mass/mass.errors.js';
export { recordProblem, type RecordProblem } from './mass/record-problem.js';
export type { RowFormat } from './mass/row-file.js';
export { rowInputs } from './mass/row-inputs.js';
export {
  isMember,
  memberSchema,
  objectSchema,
  recordSchema,
  type SchemaUse,
} from './schema/record-schema.js';
export { ReadTimeline, type TimelineCall } from './timeline/read-timeline.js';
export { RecordOrigins, type OriginFinder, type RecordOrigin } from './timeline/record-origins.js';
export type { TimelineEntry, TimelinePage } from './timeline/timeline.js';
export {
  TimelineSources,
  recordsOf,
  timelineQuery,
  type TimelineQuery,
  type TimelineSource,
  type TimelineSubject,
} from './timeline/timeline-sources.js';
export { ObjectsModule } from './objects.module.js';
export { DefinitionsModule } from './definitions/definitions.module.js';
export { objectsMigrations } from './objects.schema.js';
