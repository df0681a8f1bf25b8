import type { Migration } from '@quittance/database';
import { AuditEntry1764000130001 } from './migrations/1764000130001-audit-entry.js';
import { AuditViews1764000130080 } from './migrations/1764000130080-published-views.js';

export const auditMigrations: readonly Migration[] = [
  AuditEntry1764000130001,
  AuditViews1764000130080,
];
