import { Module, type DynamicModule } from '@nestjs/common';
import { analyticsMigrations } from '@quittance/analytics/host';
import { accessMigrations } from '@quittance/access/host';
import { auditMigrations } from '@quittance/audit/host';
import { receivablesEntities, receivablesMigrations } from '@quittance/receivables/host';
import { billingMigrations } from '@quittance/billing/host';
import { catalogMigrations } from '@quittance/catalog/host';
import { configurationMigrations } from '@quittance/configuration/host';
import { companyMigrations } from '@quittance/company/host';
import { ConfigModule } from '@quittance/config/host';
import type { Config } from '@quittance/config';
import { partnerMigrations } from '@quittance/partner/host';
import { creditMigrations } from '@quittance/credit/host';
import { crmEntities, crmMigrations } from '@quittance/crm/host';
import { customizationEntities, customizationMigrations } from '@quittance/customization/host';
import { DatabaseModule, databaseMigrations } from '@quittance/database/host';
import type { Entity, Migration } from '@quittance/database';
import { gatewayEntities, gatewayMigrations } from '@quittance/gateway/host';
import { httpMigrations } from '@quittance/http/host';
import { identityMigrations } from '@quittance/identity/host';
import { mastersMigrations } from '@quittance/masters/host';
import { numberingMigrations } from '@quittance/numbering/host';
import { objectsMigrations } from '@quittance/objects/host';
import { outboxMigrations } from '@quittance/outbox/host';
import { portalMigrations } from '@quittance/portal/host';
import { rulesEntities, rulesMigrations } from '@quittance/rules/host';
import { salesMigrations } from '@quittance/sales/host';
import { storefrontMigrations } from '@quittance/storefront/host';
import { taxMigrations } from '@quittance/tax/host';
import { CustomerApiModule } from './customer/customer-api.module.js';
import { FormsApiModule } from './forms/forms-api.module.js';
import { GatewayApiModule } from './gateway/gateway-api.module.js';
import { IdentityApiModule } from './identity/identity-api.module.js';
import { NoticesApiModule } from './notices/notices-api.module.js';
import { OpenedApiModule } from './opened/opened-api.module.js';
import { PartnerPortalModule } from './partner/partner-portal.module.js';
import { SalesApiModule } from './sales/sales-api.module.js';
import { StreamApiModule } from './stream/stream-api.module.js';
import { UploadsApiModule } from './uploads/uploads-api.module.js';
import { VendorPortalModule } from './vendor/vendor-portal.module.js';
import { UsageApiModule } from './usage/usage-api.module.js';

/** The controllers of each lib, one module per folder beside this file. */
const API_MODULES: NonNullable<DynamicModule['imports']> = [
  PartnerPortalModule,
  CustomerApiModule,
  FormsApiModule,
  IdentityApiModule,
  NoticesApiModule,
  OpenedApiModule,
  SalesApiModule,
  StreamApiModule,
  UploadsApiModule,
  UsageApiModule,
  VendorPortalModule,
];

/** Every entity of the libs this host writes. */
const ENTITIES: readonly Entity[] = [
  ...crmEntities,
  ...receivablesEntities,
  ...gatewayEntities,
  ...customizationEntities,
  ...rulesEntities,
];

/** What must have run before the host is ready. */
export const PORTAL_MIGRATIONS: readonly Migration[] = [
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
  ...customizationMigrations,
  ...rulesMigrations,
  ...portalMigrations,
  ...analyticsMigrations,
  ...storefrontMigrations,
];

/** The host that faces the internet: webhooks, payment pages and the portals. */
@Module({})
export class PortalApiModule {
  static forRoot(config: Config): DynamicModule {
    const connection = {
      url: config.databaseUrl ?? '',
      poolSize: config.databasePoolSize,
      production: config.production,
      applicationName: 'quittance-portal-api',
    };
    return {
      module: PortalApiModule,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.forRoot(connection, ENTITIES),
        ...API_MODULES,
        GatewayApiModule.forRoot(config),
      ],
    };
  }
}
