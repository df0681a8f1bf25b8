import { Module } from '@nestjs/common';
import { EventConsumers } from './consumers.js';
import { OutboxDispatcher } from './dispatch/outbox-dispatcher.js';
import { PurgeEvents } from './events/purge-events.js';

const PROVIDERS = [EventConsumers, OutboxDispatcher, PurgeEvents];

/** The dispatcher, the registry of consumers, and how events are forgotten. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class OutboxModule {}
