export { withActiveMasters } from './active-masters.js';
export { copiedValues } from './clone-record.js';
export type { ImportRow } from './import-batch.js';
export { type ImportResult, type ImportSummary, ImportTally } from './loads/import-tally.js';
export { cellValue } from './cell-value.js';
export { unguarded } from './import-columns.js';
export { bulkDocuments, type BulkKind, type DocumentPatch } from './bulk-documents.js';
export {
  type BulkResult,
  type BulkSummary,
  bulkTargets,
  type BulkTargets,
  inBulk,
} from './bulk-targets.js';
export { type CountryCells, countryForms } from './country-cells.js';
export { namedTargets } from './named-targets.js';
export { importColumnsInvalid, importFileNotReadable } from './mass.errors.js';
export { FileSteps } from './loads/file-steps.js';
export { loadRows } from './loads/load-rows.js';
export { MASK, maskedForExport, maskMembers, personalFields } from './mask-personal.js';
export { recordProblem } from './record-problem.js';
export {
  fileText,
  jsonLine,
  jsonRows,
  TOO_MANY_CELLS,
  type RowFormat,
  type SentRows,
} from './row-file.js';
export { rowInputs } from './row-inputs.js';
export type { WorkbookBounds } from './workbook/bounds.js';
export { openedTable, tableRows } from './workbook/table-rows.js';
export { Workbook } from './workbook/workbook.js';
export { rowRights } from './within-rights.js';
