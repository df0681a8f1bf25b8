import { accessEntities, accessMigrations } from '@quittance/access';
import { auditMigrations } from '@quittance/audit';
import {
  receivablesEntities,
  billingEntities,
  receivablesMigrations,
  billingMigrations,
} from '@quittance/billing';
import { catalogEntities, catalogMigrations } from '@quittance/catalog';
import { configurationMigrations, companyMigrations } from '@quittance/company';
import { crmEntities, crmMigrations } from '@quittance/crm';
import { customizationEntities, customizationMigrations } from '@quittance/customization';
import { databaseMigrations, type Entity, type Migration } from '@quittance/database';
import { dunningEntities, dunningMigrations } from '@quittance/dunning';
import { gatewayEntities, gatewayMigrations } from '@quittance/gateway';
import { httpMigrations } from '@quittance/http';
import { identityEntities, identityMigrations } from '@quittance/identity';
import { mastersMigrations } from '@quittance/masters';
import { notificationsEntities, notificationsMigrations } from '@quittance/notifications';
import { numberingMigrations } from '@quittance/numbering';
import { objectsMigrations } from '@quittance/objects';
import { outboxMigrations } from '@quittance/outbox';
import { rulesEntities, rulesMigrations } from '@quittance/rules';
import { taxEntities, taxMigrations } from '@quittance/tax';
import { webhooksEntities, webhooksMigrations } from '@quittance/webhooks';

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
  ...catalogMigrations,
  ...taxMigrations,
  ...receivablesMigrations,
  ...billingMigrations,
  ...gatewayMigrations,
  ...dunningMigrations,
  ...customizationMigrations,
  ...webhooksMigrations,
  ...rulesMigrations,
];

/** Every entity of the product, for whoever opens the database. */
export const allEntities: readonly Entity[] = [
  ...identityEntities,
  ...accessEntities,
  ...notificationsEntities,
  ...crmEntities,
  ...catalogEntities,
  ...taxEntities,
  ...receivablesEntities,
  ...billingEntities,
  ...gatewayEntities,
  ...dunningEntities,
  ...customizationEntities,
  ...webhooksEntities,
  ...rulesEntities,
];
