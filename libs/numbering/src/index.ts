export {
  type AssignedNumber,
  assignNumbers,
  readNumberingRules,
  type RulesInForce,
} from './assign-numbers.js';
export type { DocumentType } from './document-type.js';
export { faultsOf, periodOf, renderNumber, saysFiscalYear } from './number-format.js';
export { type NumberedDocuments, registerNumberedDocuments } from './numbered-documents.js';
