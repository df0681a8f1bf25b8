export { AuditQuarantines } from './audit-quarantines.js';
export { AuditModule } from './audit.module.js';
export { type AuditEntryView, auditList } from './audit.queries.js';
export { audit, AuditLog } from './audit.js';
export { type ActLimit, countActs, secondsUntilAct } from './count-acts.js';
export { everChanged } from './ever-changed.js';
export { changedFields, type Fields } from './changes.js';
