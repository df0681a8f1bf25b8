export { AuditLog, audit, type AuditEntry } from './audit.js';
export { AuditQuarantines } from './audit-quarantines.js';
export { AuditModule } from './audit.module.js';
export { auditList, type AuditEntryView } from './audit.queries.js';
export { changedFields, type Fields } from './changes.js';
export { ForgetStrangers } from './forget-strangers.js';
export { auditMigrations } from './audit.schema.js';
