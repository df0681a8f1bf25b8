import { ConfigModule, type Config } from '@quittance/config';
import { DatabaseModule, type Entity } from '@quittance/database';
import { Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';

/** Every entity of the libs below. */
const ENTITIES: readonly Entity[] = [];

/** The clock's side of the product: the outbox, and the jobs of the libs. */
@Module({})
export class WorkerModule {
  static forRoot(config: Config): DynamicModule {
    const connection = {
      url: config.databaseUrl ?? '',
      poolSize: config.databasePoolSize,
      applicationName: 'quittance-worker',
    };
    return {
      module: WorkerModule,
      imports: [
        ConfigModule.forRoot(config),
        DatabaseModule.forRoot(connection, ENTITIES),
        ScheduleModule.forRoot(),
      ],
    };
  }
}
