import { Module } from '@nestjs/common';
import { EventConsumers } from './consumers.js';
import { OutboxDispatcher } from './dispatch/outbox-dispatcher.js';
import { OutboxLag } from './dispatch/outbox-lag.js';
import { PurgeEvents } from './events/purge-events.js';
import { RetryEvent } from './events/retry-event.js';

const PROVIDERS = [EventConsumers, OutboxDispatcher, OutboxLag, PurgeEvents, RetryEvent];

/** The dispatcher, the registry of consumers, and what operators do with events. */
@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class OutboxModule {}
