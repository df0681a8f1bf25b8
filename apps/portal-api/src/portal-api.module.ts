import { Module, type DynamicModule } from '@nestjs/common';
import { accessMigrations } from '@quittance/access';
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
import { crmEntities, crmMigrations } from '@quittance/crm';
import { customizationEntities, customizationMigrations } from '@quittance/customization';
import {
  DatabaseModule,
  databaseMigrations,
  type Entity,
  type Migration,
} from '@quittance/database';
import { gatewayEntities, gatewayMigrations } from '@quittance/gateway';
import { httpMigrations } from '@quittance/http';
import { identityMigrations } from '@quittance/identity';
import { mastersMigrations } from '@quittance/masters';
import { numberingMigrations } from '@quittance/numbering';
import { objectsMigrations } from '@quittance/objects';
import { outboxMigrations } from '@quittance/outbox';
import { rulesEntities, rulesMigrations } from '@quittance/rules';
import { taxMigrations } from '@quittance/tax';
import { FormsApiModule } from './forms/forms-api.module.js';
import { GatewayApiModule } from './gateway/gateway-api.module.js';

/** The controllers of each lib, one module per folder beside this file. */
const API_MODULES: NonNullable<DynamicModule['imports']> = [FormsApiModule];

/** Every entity of the libs this host writes. */
const ENTITIES: readonly Entity[] = [
  ...crmEntities,
  ...catalogEntities,
  ...receivablesEntities,
  ...billingEntities,
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
  ...catalogMigrations,
  ...taxMigrations,
  ...receivablesMigrations,
  ...billingMigrations,
  ...gatewayMigrations,
  ...customizationMigrations,
  ...rulesMigrations,
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
