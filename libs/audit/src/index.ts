import type { Migration } from '@quittance/database';
import { AuditEntry1764000130001 } from './migrations/1764000130001-audit-entry.js';
import { ForgetStrangers1764000130002 } from './migrations/1764000130002-forget-strangers.js';

export { AuditLog, audit, type AuditEntry } from './audit.js';
export { AuditQuarantines } from './audit-quarantines.js';
export { AuditModule } from './audit.module.js';
export { auditList, type AuditEntryView } from './audit.queries.js';
export { changedFields, type Fields } from './changes.js';
export { ForgetStrangers } from './forget-strangers.js';

export const auditMigrations: readonly Migration[] = [
  AuditEntry1764000130001,
  ForgetStrangers1764000130002,
];
