import { Module } from '@nestjs/common';
import { OutboxModule } from '@quittance/outbox';
import { DispatchEvents } from './dispatch-events.js';

@Module({ imports: [OutboxModule], providers: [DispatchEvents] })
export class OutboxWorkerModule {}
