import { analyticsMigrations } from '@quittance/analytics/host';
import { accessEntities, accessMigrations } from '@quittance/access/host';
import { auditMigrations } from '@quittance/audit/host';
import { receivablesEntities, receivablesMigrations } from '@quittance/receivables/host';
import { billingMigrations } from '@quittance/billing/host';
import { catalogMigrations } from '@quittance/catalog/host';
import { configurationMigrations } from '@quittance/configuration/host';
import { companyMigrations } from '@quittance/company/host';
import { partnerMigrations } from '@quittance/partner/host';
import { creditMigrations } from '@quittance/credit/host';
import { crmEntities, crmMigrations } from '@quittance/crm/host';
import { customizationEntities, customizationMigrations } from '@quittance/customization/host';
import { databaseMigrations } from '@quittance/database/host';
import type { Entity, Migration } from '@quittance/database';
import { dunningMigrations } from '@quittance/dunning/host';
import { gatewayEntities, gatewayMigrations } from '@quittance/gateway/host';
import { httpMigrations } from '@quittance/http/host';
import { identityEntities, identityMigrations } from '@quittance/identity/host';
import { mastersMigrations } from '@quittance/masters/host';
import { notificationsMigrations } from '@quittance/notifications/host';
import { numberingMigrations } from '@quittance/numbering/host';
import { objectsMigrations } from '@quittance/objects/host';
import { outboxMigrations } from '@quittance/outbox/host';
import { portalMigrations } from '@quittance/portal/host';
import { rulesEntities, rulesMigrations } from '@quittance/rules/host';
import { salesMigrations } from '@quittance/sales/host';
import { storefrontMigrations } from '@quittance/storefront/host';
import { taxMigrations } from '@quittance/tax/host';
import { webhooksEntities, webhooksMigrations } from '@quittance/webhooks/host';

/** Every migration of the product; they run in the order of the number in their names. */
export const allMigrations: readonly Migration[] = [
  ...databaseMigrations,
  ...outboxMigrations,
  ...configurationMigrations,
  ...companyMigrations,
  ...auditMigrations,
  ...identityMigrations,
  ...accessMigrations,
  ...numberingMigrations,
  ...mastersMigrations,
  ...notificationsMigrations,
  ...httpMigrations,
  ...objectsMigrations,
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
  ...customizationMigrations,
  ...webhooksMigrations,
  ...rulesMigrations,
  ...portalMigrations,
  ...analyticsMigrations,
  ...storefrontMigrations,
];

/** Every entity of the product, for whoever opens the database. */
export const allEntities: readonly Entity[] = [
  ...identityEntities,
  ...accessEntities,
  ...crmEntities,
  ...receivablesEntities,
  ...gatewayEntities,
  ...customizationEntities,
  ...webhooksEntities,
  ...rulesEntities,
];
