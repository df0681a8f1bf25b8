import { Module, type DynamicModule } from '@nestjs/common';
import { auditMigrations } from '@quittance/audit';
import { billingEntities, billingMigrations } from '@quittance/billing';
import { companyMigrations } from '@quittance/company';
import { ConfigModule, type Config } from '@quittance/config';
import { crmEntities, crmMigrations } from '@quittance/crm';
import {
  DatabaseModule,
  databaseMigrations,
  type Entity,
  type Migration,
} from '@quittance/database';
import { gatewayEntities, gatewayMigrations } from '@quittance/gateway';
import { httpMigrations } from '@quittance/http';
import { numberingMigrations } from '@quittance/numbering';
import { outboxMigrations } from '@quittance/outbox';
import { taxMigrations } from '@quittance/tax';
import { GatewayApiModule } from './gateway/gateway-api.module.js';

/** The controllers of each lib, one module per folder beside this file. */
const API_MODULES: NonNullable<DynamicModule['imports']> = [];

/** Every entity of the libs this host writes. */
const ENTITIES: readonly Entity[] = [...crmEntities, ...billingEntities, ...gatewayEntities];

/** What must have run before the host is ready. */
export const PORTAL_MIGRATIONS: readonly Migration[] = [
  ...databaseMigrations,
  ...outboxMigrations,
  ...companyMigrations,
  ...auditMigrations,
  ...numberingMigrations,
  ...httpMigrations,
  ...crmMigrations,
  ...taxMigrations,
  ...billingMigrations,
  ...gatewayMigrations,
];

/** The host that faces the internet: webhooks, payment pages and the portals. */
@Module({})
export class PortalApiModule {
  static forRoot(config: Config): DynamicModule {
    const connection = {
      url: config.databaseUrl ?? '',
      poolSize: config.databasePoolSize,
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
