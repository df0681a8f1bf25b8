import { Module } from '@nestjs/common';
import { OutboxModule } from '@quittance/outbox';
import { EventsController } from './events.controller.js';

@Module({ imports: [OutboxModule], controllers: [EventsController] })
export class OutboxApiModule {}
