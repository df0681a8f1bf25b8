import {
  Global,
  Logger,
  Module,
  type DynamicModule,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { CannotStart } from '@quittance/kernel';
import { connect, type ConnectionSettings, type Entity } from './server/data-source.js';
import { Database } from './database.js';
import { withPatience } from './server/server.js';
import { strongLogin } from './server/strong-login.js';

/** How long a process waits for its database at its start: one that recovers takes its time. */
const PATIENCE_SECONDS = 300;

class CloseDatabase implements OnApplicationShutdown {
  constructor(private readonly database: Database) {}

  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

/**
 * @throws CannotStart in production, where nobody works with a login that could undo what keeps
 *   companies apart
 */
async function connectWeakly(
  settings: ConnectionSettings,
  entities: readonly Entity[],
): Promise<Database> {
  const database = await connect(settings, entities);
  const fault = await strongLogin(database.pool);
  if (fault === undefined) return database;
  if (settings.production !== true) {
    new Logger('Database').warn(fault);
    return database;
  }
  await database.close();
  throw new CannotStart(`Quittance cannot start: ${fault}`);
}

/**
 * Offers the `Database` to every lib; the app hands over the settings and the entities of its libs.
 */
@Global()
@Module({})
export class DatabaseModule {
  static forRoot(settings: ConnectionSettings, entities: readonly Entity[]): DynamicModule {
    return {
      module: DatabaseModule,
      providers: [
        {
          provide: Database,
          useFactory: () =>
            withPatience(settings.url, PATIENCE_SECONDS, () => connectWeakly(settings, entities)),
        },
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
