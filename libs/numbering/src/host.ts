export { defaultRules, DOCUMENT_TYPES } from './document-type.js';
export {
  isDocumentType,
  type LedgerEntry,
  numberLedger,
  proveSequences,
  type SequenceProof,
} from './ledger/number-ledger.js';
export { ListNumbering } from './list-numbering.js';
export { type NumberingRules, type Reset, RESETS } from './number-format.js';
export { numberingRulesInvalid } from './numbering.errors.js';
export { NumberingModule } from './numbering.module.js';
export type { NumberingView } from './numbering.queries.js';
export { numberingMigrations } from './numbering.schema.js';
export { type NumberingPreview, PreviewNumbering } from './preview-numbering.js';
export { SaveNumbering } from './save-numbering.js';
