import { Module } from '@nestjs/common';
import { OutboxModule } from '@quittance/outbox/host';
import { DispatchEvents } from './dispatch-events.js';

@Module({ imports: [OutboxModule], providers: [DispatchEvents] })
export class OutboxWorkerModule {}
