import { Global, Module, type DynamicModule, type Provider, type Type } from '@nestjs/common';
import { Database } from '@quittance/database';
import { DeleteTaxConnector } from './connectors/delete-tax-connector.js';
import { PutTaxConnector } from './connectors/put-tax-connector.js';
import { ServingEngines } from './connectors/serving-engines.js';
import { TAX_SETTINGS, taxSettings, type TaxEnvironment } from './connectors/tax-settings.js';
import { TaxConnectorQueries } from './connectors/tax-connector.queries.js';
import { TestTaxConnector } from './connectors/test-tax-connector.js';
import { EngineCalls } from './engines/engine-calls.js';
import type { TaxEngine } from './engines/tax-engine.port.js';
import { TaxEngines } from './engines/tax-engines.js';
import { EngineQuotes } from './quotes/engine-quotes.js';
import { TaxWatch } from './quotes/tax-watch.js';
import { ChangeTaxTransaction } from './transactions/change-tax-transaction.js';
import { SweepTaxTransactions } from './transactions/sweep-tax-transactions.js';
import { TransactionCalls } from './transactions/transaction-calls.js';

const OPERATIONS: readonly Type[] = [
  PutTaxConnector,
  DeleteTaxConnector,
  TestTaxConnector,
  TaxConnectorQueries,
  TransactionCalls,
  SweepTaxTransactions,
  ChangeTaxTransaction,
];

/** External engines: their connectors, quotes and transactions, with the adapters of the app. */
@Global()
@Module({})
export class TaxEnginesModule {
  static forRoot(
    environment: TaxEnvironment,
    adapters: readonly TaxEngine[],
    watch: Type<TaxWatch>,
  ): DynamicModule {
    const settings = taxSettings(environment);
    const engines = new TaxEngines(adapters);
    const wired: Provider[] = [
      { provide: TAX_SETTINGS, useValue: settings },
      { provide: TaxEngines, useValue: engines },
      { provide: TaxWatch, useClass: watch },
      { provide: EngineCalls, useFactory: () => new EngineCalls() },
      { provide: ServingEngines, useFactory: () => new ServingEngines(engines, settings.keys) },
      {
        provide: EngineQuotes,
        useFactory: (db: Database, serving: ServingEngines, calls: EngineCalls, told: TaxWatch) =>
          new EngineQuotes(db, serving, calls, told),
        inject: [Database, ServingEngines, EngineCalls, TaxWatch],
      },
    ];
    const shown = [...OPERATIONS, ServingEngines, EngineCalls, EngineQuotes];
    return { module: TaxEnginesModule, providers: [...OPERATIONS, ...wired], exports: shown };
  }
}
