import { Module, type DynamicModule } from '@nestjs/common';
import { analyticsMigrations } from '@quittance/analytics/host';
import { accessEntities, accessMigrations } from '@quittance/access/host';
import { auditMigrations } from '@quittance/audit/host';
import { receivablesEntities, receivablesMigrations } from '@quittance/receivables/host';
import { billingMigrations } from '@quittance/billing/host';
import { catalogMigrations } from '@quittance/catalog/host';
import { configurationMigrations } from '@quittance/configuration/host';
import { companyMigrations } from '@quittance/company/host';
import { ConfigModule } from '@quittance/config/host';
import type { Config } from '@quittance/config';
import { customizationEntities, customizationMigrations } from '@quittance/customization/host';
import { DatabaseModule, databaseMigrations } from '@quittance/database/host';
import type { Entity, Migration } from '@quittance/database';
import { partnerMigrations } from '@quittance/partner/host';
import { creditMigrations } from '@quittance/credit/host';
import { crmEntities, crmMigrations } from '@quittance/crm/host';
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
import { AccessApiModule } from './access/access-api.module.js';
import { AnalyticsApiModule } from './analytics/analytics-api.module.js';
import { AuditApiModule } from './audit/audit-api.module.js';
import { BillingApiModule } from './billing/billing-api.module.js';
import { CompanyApiModule } from './company/company-api.module.js';
import { CreditApiModule } from './credit/credit-api.module.js';
import { CrmApiModule } from './crm/crm-api.module.js';
import { CustomizationApiModule } from './customization/customization-api.module.js';
import { FieldsApiModule } from './customization/fields-api.module.js';
import { DunningApiModule } from './dunning/dunning-api.module.js';
import { DocumentsApiModule } from './documents/documents-api.module.js';
import { GatewayApiModule } from './gateway/gateway-api.module.js';
import { IdentityApiModule } from './identity/identity-api.module.js';
import { NotificationsApiModule } from './notifications/notifications-api.module.js';
import { ObjectsApiModule } from './objects/objects-api.module.js';
import { OutboxApiModule } from './outbox/outbox-api.module.js';
import { CatalogApiModule } from './catalog/catalog-api.module.js';
import { MastersApiModule } from './masters/masters-api.module.js';
import { NumberingApiModule } from './numbering/numbering-api.module.js';
import { PartnerApiModule } from './partner/partner-api.module.js';
import { PortalAdministrationModule } from './portal/portal-api.module.js';
import { ReportingApiModule } from './reporting/reporting-api.module.js';
import { RulesApiModule } from './rules/rules-api.module.js';
import { SalesApiModule } from './sales/sales-api.module.js';
import { StreamApiModule } from './stream/stream-api.module.js';
import { TaxApiModule } from './tax/tax-api.module.js';
import { WebhooksApiModule } from './webhooks/webhooks-api.module.js';

/** The controllers of each lib, one module per folder beside this file. */
const API_MODULES: NonNullable<DynamicModule['imports']> = [
  AccessApiModule,
  AnalyticsApiModule,
  AuditApiModule,
  BillingApiModule,
  CompanyApiModule,
  CrmApiModule,
  CustomizationApiModule,
  DocumentsApiModule,
  DunningApiModule,
  FieldsApiModule,
  IdentityApiModule,
  OutboxApiModule,
  StreamApiModule,
  CatalogApiModule,
  CreditApiModule,
  MastersApiModule,
  NumberingApiModule,
  PartnerApiModule,
  PortalAdministrationModule,
  ReportingApiModule,
  RulesApiModule,
  SalesApiModule,
];

/** Every entity of the libs this host writes. */
const ENTITIES: readonly Entity[] = [
  ...identityEntities,
  ...accessEntities,
  ...crmEntities,
  ...receivablesEntities,
  ...gatewayEntities,
  ...customizationEntities,
  ...webhooksEntities,
  ...rulesEntities,
];

/** What must have run before the host is ready. */
export const STAFF_MIGRATIONS: readonly Migration[] = [
  ...databaseMigrations,
  ...outboxMigrations,
  ...configurationMigrations,
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
  ...customizationMigrations,
  ...webhooksMigrations,
  ...rulesMigrations,
  ...portalMigrations,
  ...analyticsMigrations,
  ...storefrontMigrations,
];

/** The API of staff, API keys and webhooks. */
@Module({})
export class StaffApiModule {
  static forRoot(config: Config): DynamicModule {
    const connection = {
      url: config.databaseUrl ?? '',
      poolSize: config.databasePoolSize,
      production: config.production,
      applicationName: 'quittance-staff-api',
    };
    return {
      module: StaffApiModule,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.forRoot(connection, ENTITIES),
        ...API_MODULES,
        NotificationsApiModule.forRoot(config),
        ObjectsApiModule.forRoot(config),
        GatewayApiModule.forRoot(config),
        TaxApiModule.forRoot(config),
        WebhooksApiModule.forRoot(config),
      ],
    };
  }
}
