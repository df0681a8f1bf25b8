import {
  Injectable,
  Module,
  type BeforeApplicationShutdown,
  type OnModuleInit,
  type Provider,
} from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { UsageBuffer } from '@quittance/analytics/host';
import { Database } from '@quittance/database';
import { CLOCK, Metrics } from '@quittance/http/host';
import type { Clock } from '@quittance/kernel';
import { NoteUsage } from './note-usage.js';

const buffer: Provider = {
  provide: UsageBuffer,
  inject: [Database, CLOCK],
  useFactory: (db: Database, clock: Clock) => new UsageBuffer(db, clock),
};

/** Says how many views were lost, and writes those that wait before the host ends. */
@Injectable()
class KeepUsage implements OnModuleInit, BeforeApplicationShutdown {
  constructor(
    private readonly usage: UsageBuffer,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    const help = 'Views of portal users that were not kept since the start';
    this.metrics.follow('portal_usage_dropped', help, () => this.usage.dropped);
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.usage.end();
  }
}

/** What the users of the portals look at, noted beside their requests. */
@Module({
  providers: [buffer, KeepUsage, { provide: APP_INTERCEPTOR, useClass: NoteUsage }],
  exports: [UsageBuffer],
})
export class UsageApiModule {}
