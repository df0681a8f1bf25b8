import { Global, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { connect, type ConnectionSettings, type Entity } from './data-source.js';
import { Database } from './database.js';

class CloseDatabase implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

/** Offers the `Database` to every lib; the app hands over the settings and the entities of its libs. */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(settings: ConnectionSettings, entities: readonly Entity[]): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        { provide: Database, useFactory: () => connect(settings, entities) },
        {
          provide: CloseDatabase,
          useFactory: (database: Database) => new CloseDatabase(database),
          inject: [Database],
        },
      ],
      exports: [Database],
    };
  }
}
