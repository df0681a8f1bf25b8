import { Module, type DynamicModule } from '@nestjs/common';
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
import { ConfigModule, type Config } from '@quittance/config';
import { customizationEntities, customizationMigrations } from '@quittance/customization';
import {
  DatabaseModule,
  databaseMigrations,
  type Entity,
  type Migration,
} from '@quittance/database';
import { crmEntities, crmMigrations } from '@quittance/crm';
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
import { AccessApiModule } from './access/access-api.module.js';
import { AuditApiModule } from './audit/audit-api.module.js';
import { BillingApiModule } from './billing/billing-api.module.js';
import { CompanyApiModule } from './company/company-api.module.js';
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
import { ReportingApiModule } from './reporting/reporting-api.module.js';
import { RulesApiModule } from './rules/rules-api.module.js';
import { TaxApiModule } from './tax/tax-api.module.js';
import { WebhooksApiModule } from './webhooks/webhooks-api.module.js';

/** The controllers of each lib, one module per folder beside this file. */
const API_MODULES: NonNullable<DynamicModule['imports']> = [
  AccessApiModule,
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
  CatalogApiModule,
  MastersApiModule,
  NumberingApiModule,
  ReportingApiModule,
  RulesApiModule,
];

/** Every entity of the libs this host writes. */
const ENTITIES: readonly Entity[] = [
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
