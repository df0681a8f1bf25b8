import { accessMigrations } from '@quittance/access';
import { auditMigrations } from '@quittance/audit';
import { billingMigrations } from '@quittance/billing';
import { catalogMigrations } from '@quittance/catalog';
import { companyMigrations } from '@quittance/company';
import { crmMigrations } from '@quittance/crm';
import { customizationMigrations } from '@quittance/customization';
import { databaseMigrations, type Migration } from '@quittance/database';
import { dunningMigrations } from '@quittance/dunning';
import { gatewayMigrations } from '@quittance/gateway';
import { httpMigrations } from '@quittance/http';
import { identityMigrations } from '@quittance/identity';
import { mastersMigrations } from '@quittance/masters';
import { notificationsMigrations } from '@quittance/notifications';
import { numberingMigrations } from '@quittance/numbering';
import { objectsMigrations } from '@quittance/objects';
import { outboxMigrations } from '@quittance/outbox';
import { rulesMigrations } from '@quittance/rules';
import { taxMigrations } from '@quittance/tax';
import { webhooksMigrations } from '@quittance/webhooks';

/** What must have run before the worker begins. */
export const WORKER_MIGRATIONS: readonly Migration[] = [
  ...databaseMigrations,
  ...outboxMigrations,
  ...companyMigrations,
  ...auditMigrations,
  ...identityMigrations,
  ...accessMigrations,
  ...numberingMigrations,
  ...mastersMigrations,
  ...objectsMigrations,
  ...notificationsMigrations,
  ...httpMigrations,
  ...crmMigrations,
  ...catalogMigrations,
  ...taxMigrations,
  ...billingMigrations,
  ...gatewayMigrations,
  ...dunningMigrations,
  ...customizationMigrations,
  ...webhooksMigrations,
  ...rulesMigrations,
];
