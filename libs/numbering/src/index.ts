export {
  assignNumbers,
  readNumberingRules,
  type AssignedNumber,
  type RulesInForce,
} from './assign-numbers.js';
export { DOCUMENT_TYPES, defaultRules, type DocumentType } from './document-type.js';
export {
  RESETS,
  faultsOf,
  periodOf,
  renderNumber,
  type NumberingRules,
  type Reset,
} from './number-format.js';
export {
  isDocumentType,
  numberLedger,
  proveSequences,
  type LedgerEntry,
  type SequenceProof,
} from './ledger/number-ledger.js';
export { registerNumberedDocuments, type NumberedDocuments } from './numbered-documents.js';
export { numberingRulesInvalid } from './numbering.errors.js';
export { ListNumbering } from './list-numbering.js';
export { NumberingModule } from './numbering.module.js';
export { listNumbering, previewNumbers, type NumberingView } from './numbering.queries.js';
export {
  PreviewNumbering,
  type NumberingPreview,
  type NumberingPreviewInput,
} from './preview-numbering.js';
export { SaveNumbering } from './save-numbering.js';
export { numberingMigrations } from './numbering.schema.js';
