import { Module } from '@nestjs/common';
import { OutboxModule, RetryEvent, RetryLog } from '@quittance/outbox/host';
import { CustomResourcesModule } from '../access/custom-resources.module.js';
import { AuditedRetries } from './audited-retries.js';
import { EventsController } from './events.controller.js';

@Module({
  imports: [CustomResourcesModule, OutboxModule],
  controllers: [EventsController],
  providers: [RetryEvent, { provide: RetryLog, useClass: AuditedRetries }],
})
export class OutboxApiModule {}
