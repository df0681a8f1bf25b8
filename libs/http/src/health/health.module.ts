import {
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
  type OnModuleInit,
} from '@nestjs/common';
import { API_SETTINGS } from '../api-settings.js';
import { Metrics } from '../metrics/metrics.js';
import { WatchBacklog } from '../metrics/watch-backlog.js';
import { WatchBooks } from '../metrics/watch-books.js';
import { WatchResources } from '../metrics/watch-resources.js';
import { WatchStandstills } from '../metrics/watch-standstills.js';
import { AwaitSchema } from './await-schema.js';
import { HealthServer, HealthSettings } from './health-server.js';
import { Readiness } from './readiness.js';

/** Health and metrics of a process that is no host; its module offers `LOGGER`. */
@Module({})
export class HealthModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    private readonly server: HealthServer,
    private readonly schema: AwaitSchema,
  ) {}

  static forProcess(settings: HealthSettings): DynamicModule {
    return {
      module: HealthModule,
      // Jobs tell figures of their own.
      global: true,
      exports: [Metrics],
      providers: [
        { provide: API_SETTINGS, useValue: settings },
        AwaitSchema,
        HealthServer,
        Metrics,
        Readiness,
        WatchBacklog,
        WatchBooks,
        WatchResources,
        WatchStandstills,
      ],
    };
  }

  /**
   * Jobs begin when every module is ready: with the schema, and not before they can be asked about.
   */
  async onModuleInit(): Promise<void> {
    await this.server.start();
    await this.schema.execute();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server.stop();
  }
}
