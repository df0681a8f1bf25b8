import { analyticsMigrations } from '@quittance/analytics/host';
import { accessMigrations } from '@quittance/access/host';
import { auditMigrations } from '@quittance/audit/host';
import { billingMigrations } from '@quittance/billing/host';
import { catalogMigrations } from '@quittance/catalog/host';
import { companyMigrations } from '@quittance/company/host';
import { partnerMigrations } from '@quittance/partner/host';
import { configurationMigrations } from '@quittance/configuration/host';
import { creditMigrations } from '@quittance/credit/host';
import { crmMigrations } from '@quittance/crm/host';
import { customizationMigrations } from '@quittance/customization/host';
import { databaseMigrations } from '@quittance/database/host';
import type { Migration } from '@quittance/database';
import { dunningMigrations } from '@quittance/dunning/host';
import { gatewayMigrations } from '@quittance/gateway/host';
import { httpMigrations } from '@quittance/http/host';
import { identityMigrations } from '@quittance/identity/host';
import { mastersMigrations } from '@quittance/masters/host';
import { notificationsMigrations } from '@quittance/notifications/host';
import { numberingMigrations } from '@quittance/numbering/host';
import { objectsMigrations } from '@quittance/objects/host';
import { outboxMigrations } from '@quittance/outbox/host';
import { portalMigrations } from '@quittance/portal/host';
import { receivablesMigrations } from '@quittance/receivables/host';
import { rulesMigrations } from '@quittance/rules/host';
import { salesMigrations } from '@quittance/sales/host';
import { storefrontMigrations } from '@quittance/storefront/host';
import { taxMigrations } from '@quittance/tax/host';
import { webhooksMigrations } from '@quittance/webhooks/host';

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
  ...creditMigrations,
  ...partnerMigrations,
  ...catalogMigrations,
  ...taxMigrations,
  ...salesMigrations,
  ...receivablesMigrations,
  ...billingMigrations,
  ...gatewayMigrations,
  ...dunningMigrations,
  ...configurationMigrations,
  ...customizationMigrations,
  ...webhooksMigrations,
  ...rulesMigrations,
  ...portalMigrations,
  ...analyticsMigrations,
  ...storefrontMigrations,
];
