import { auditMigrations } from '@quittance/audit';
import { companyMigrations } from '@quittance/company';
import { databaseMigrations, type Entity, type Migration } from '@quittance/database';
import { outboxMigrations } from '@quittance/outbox';

/** The migrations of every lib, in the order they run. */
export const allMigrations: readonly Migration[] = [
  ...databaseMigrations,
  ...outboxMigrations,
  ...companyMigrations,
  ...auditMigrations,
];

/** The rows of every lib that TypeORM writes. */
export const allEntities: readonly Entity[] = [];
