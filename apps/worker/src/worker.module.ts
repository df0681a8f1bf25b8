import { Global, Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { receivablesEntities } from '@quittance/receivables/host';
import { ConfigModule } from '@quittance/config/host';
import type { Config } from '@quittance/config';
import { DatabaseModule } from '@quittance/database/host';
import type { Entity } from '@quittance/database';
import { gatewayEntities } from '@quittance/gateway/host';
import { HealthModule, LOGGER, type Logger } from '@quittance/http/host';
import { systemClock } from '@quittance/kernel';
import { rulesEntities } from '@quittance/rules/host';
import { webhooksEntities } from '@quittance/webhooks/host';
import { BillingWorkerModule } from './billing/billing-worker.module.js';
import { CreditWorkerModule } from './credit/credit-worker.module.js';
import { CrmWorkerModule } from './crm/crm-worker.module.js';
import { DunningWorkerModule } from './dunning/dunning-worker.module.js';
import { GatewayWorkerModule } from './gateway/gateway-worker.module.js';
import { HousekeepingModule } from './housekeeping/housekeeping.module.js';
import { NotificationsWorkerModule } from './notifications/notifications-worker.module.js';
import { ObjectsWorkerModule } from './objects/objects-worker.module.js';
import { OutboxWorkerModule } from './outbox/outbox-worker.module.js';
import { PartnerWorkerModule } from './partner/partner-worker.module.js';
import { PortalWorkerModule } from './portal/portal-worker.module.js';
import { ApprovalsWorkerModule } from './portal/approvals-worker.module.js';
import { RulesWorkerModule } from './rules/rules-worker.module.js';
import { SalesWorkerModule } from './sales/sales-worker.module.js';
import { TaxWorkerModule } from './tax/tax-worker.module.js';
import { WebhooksWorkerModule } from './webhooks/webhooks-worker.module.js';
import { WORKER_MIGRATIONS } from './worker-migrations.js';

/** Every entity that the jobs below write. */
const ENTITIES: readonly Entity[] = [
  ...receivablesEntities,
  ...gatewayEntities,
  ...webhooksEntities,
  ...rulesEntities,
];

/** The clock's side of the product: the outbox, and the jobs of the libs. */
@Global()
@Module({})
export class WorkerModule {
  static forRoot(config: Config, logger: Logger): DynamicModule {
    const connection = {
      url: config.databaseUrl ?? '',
      poolSize: config.databasePoolSize,
      production: config.production,
      applicationName: 'quittance-worker',
    };
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.forRoot(connection, ENTITIES),
        HealthModule.forProcess({
          clock: systemClock,
          host: config.host,
          port: config.workerPort,
          metricsToken: config.metricsToken,
          migrations: WORKER_MIGRATIONS,
        }),
        ScheduleModule.forRoot(),
        HousekeepingModule,
        OutboxWorkerModule,
        ObjectsWorkerModule,
        RulesWorkerModule,
        CrmWorkerModule,
        SalesWorkerModule,
        BillingWorkerModule.forRoot(config),
        CreditWorkerModule.forRoot(config),
        GatewayWorkerModule.forRoot(config),
        DunningWorkerModule.forRoot(config),
        PartnerWorkerModule,
        PortalWorkerModule,
        ApprovalsWorkerModule,
        TaxWorkerModule.forRoot(config),
        WebhooksWorkerModule.forRoot(config),
        NotificationsWorkerModule.forRoot(config),
      ],
      providers: [{ provide: LOGGER, useValue: logger }],
      exports: [LOGGER],
    };
  }
}
