import { Global, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { INestApplicationContext, Type } from '@nestjs/common';
import { BillingModule } from '@quittance/billing/host';
import { CatalogModule } from '@quittance/catalog/host';
import { CrmModule } from '@quittance/crm/host';
import { ReceivablesModule } from '@quittance/receivables';
import { ConfigModule } from '@quittance/config/host';
import { Database } from '@quittance/database';
import { CreateField } from '@quittance/customization/host';
import { DUNNING_CLOCK, DunningModule } from '@quittance/dunning/host';
import { GatewayModule, OnInvoiceClosed } from '@quittance/gateway/host';
import { IdempotencyKeys } from '@quittance/http/host';
import type { Clock } from '@quittance/kernel';
import {
  AttachmentSource,
  EmailOccasions,
  MailCarrier,
  SecretLinks,
  SendEmails,
} from '@quittance/notifications/host';
import { NotificationsModule } from '@quittance/notifications';
import { EventConsumers, OutboxModule } from '@quittance/outbox/host';
import { RulesModule, RunWorkflows } from '@quittance/rules/host';
import { SalesModule } from '@quittance/sales/host';
import { FanOutEvents, WebhooksModule } from '@quittance/webhooks/host';
import { DunningOccasions } from '../../apps/worker/src/notifications/dunning-occasions.js';
import { RuledDocuments } from '../../apps/worker/src/rules/ruled-documents.js';
import { testConfig } from '../support/test-api.js';
import { testDatabase, type TestDatabase } from '../support/test-database.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { NoAttachments, NoSecretLinks, SimulatedCarrier } from './simulated-carrier.js';
import { SimulatedProvider } from './simulated-provider.js';

@Global()
@Module({})
class SimulatedDatabase {
  static of(db: Database): DynamicModule {
    const provided = { provide: Database, useValue: db };
    return { module: SimulatedDatabase, providers: [provided], exports: [Database] };
  }
}

/** The mail server stands for its carrier, which is simulated: nobody connects to it. */
const SETTINGS = {
  WEBHOOKS_ALLOW_PRIVATE: 'true',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'mail@simulated.example',
};

/** The libs of the product as its hosts and its worker put them together, by one clock. */
@Module({})
class SimulatedProduct {
  static of(t: TestDatabase, provider: SimulatedProvider, carrier: MailCarrier): DynamicModule {
    const config = testConfig(t, 'worker', SETTINGS);
    return {
      module: SimulatedProduct,
      imports: [
        ConfigModule.forRoot(config),
        SimulatedDatabase.of(t.db),
        OutboxModule,
        CatalogModule,
        CrmModule,
        BillingModule,
        ReceivablesModule,
        GatewayModule.forRoot(config, { inject: [], useFactory: () => [provider] }),
        DunningModule.forRoot({ provide: DUNNING_CLOCK, useValue: t.clock }),
        NotificationsModule,
        RulesModule,
        SalesModule,
        WebhooksModule.forRoot(config, t.clock),
      ],
      providers: [
        { provide: MailCarrier, useValue: carrier },
        { provide: AttachmentSource, useClass: NoAttachments },
        { provide: SecretLinks, useClass: NoSecretLinks },
        { provide: EmailOccasions, useClass: DunningOccasions },
        SendEmails,
        IdempotencyKeys,
        CreateField,
        RuledDocuments,
      ],
    };
  }
}

/** One process with everything that seeds run on, each with a company of its own. */
export class Stage {
  private constructor(
    readonly t: TestDatabase,
    readonly provider: SimulatedProvider,
    readonly carrier: SimulatedCarrier,
    readonly receiver: Receiver,
    private readonly app: INestApplicationContext,
  ) {}

  /** Needs the test server; see `openTestServer`. */
  static async open(): Promise<Stage> {
    const t = await testDatabase({ apart: true });
    const [provider, carrier] = [new SimulatedProvider(), new SimulatedCarrier()];
    const receiver = await startReceiver();
    const product = SimulatedProduct.of(t, provider, carrier);
    const app = await NestFactory.createApplicationContext(product, { logger: false });
    const stage = new Stage(t, provider, carrier, receiver, app);
    stage.get(EventConsumers).register(stage.get(OnInvoiceClosed));
    stage.get(EventConsumers).register(stage.get(RunWorkflows));
    stage.get(EventConsumers).registerSet(stage.get(FanOutEvents));
    return stage;
  }

  get clock(): Clock & { set(to: string): void } {
    return this.t.clock;
  }

  get<T>(operation: Type<T>): T {
    return this.app.get(operation, { strict: false });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.receiver.close();
    await this.t.close();
  }
}
