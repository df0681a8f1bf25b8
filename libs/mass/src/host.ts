export { BulkUpdate } from './bulk-update.js';
export { CloneRecord } from './clone-record.js';
export { ImportRecords, type RecordImport } from './import-records.js';
export { MAX_BULK } from './bulk-targets.js';
export { rowFormatOf } from './row-file.js';
export { bulkTooMany, importBusy, partlySaved } from './mass.errors.js';
