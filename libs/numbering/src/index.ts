import type { Migration } from '@quittance/database';
import { Numbering1764000140001 } from './migrations/1764000140001-numbering.js';
import { RulesTakenBack1764000140002 } from './migrations/1764000140002-rules-taken-back.js';

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

export const numberingMigrations: readonly Migration[] = [
  Numbering1764000140001,
  RulesTakenBack1764000140002,
];
