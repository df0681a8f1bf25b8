import { keyRing } from '@quittance/config';
import type { Database } from '@quittance/database';
import { createHash } from 'node:crypto';
import { PutTaxConnector } from '../connectors/put-tax-connector.js';
import { ServingEngines } from '../connectors/serving-engines.js';
import { EngineCalls, USUAL_ENGINE_TIMES, type EngineTimes } from '../engines/engine-calls.js';
import type { TaxEngine } from '../engines/tax-engine.port.js';
import { TaxEngines } from '../engines/tax-engines.js';
import { EngineQuotes } from '../quotes/engine-quotes.js';
import { TaxQuotes } from '../quotes/tax-quotes.js';
import { TaxWatch, type Fallback } from '../quotes/tax-watch.js';
import { RateBooks } from '../rate-books/rate-books.js';
import { SweepTaxTransactions } from '../transactions/sweep-tax-transactions.js';
import { TaxRecorder } from '../transactions/tax-recorder.js';
import { TransactionCalls } from '../transactions/transaction-calls.js';

/** Keeps what it is told. */
export class RecordedFallbacks extends TaxWatch {
  readonly told: Fallback[] = [];

  fellBack(fallback: Fallback): void {
    this.told.push(fallback);
  }
}

/** External engines on a test database, wired as the module wires them. */
export function enginesOf(
  db: Database,
  adapters: readonly TaxEngine[],
  times: Partial<EngineTimes> = {},
) {
  const keys = keyRing([{ id: 'k1', key: createHash('sha256').update('tests').digest() }]);
  const engines = new TaxEngines(adapters);
  const serving = new ServingEngines(engines, keys);
  const calls = new EngineCalls({ ...USUAL_ENGINE_TIMES, ...times });
  const watch = new RecordedFallbacks();
  const books = new RateBooks();
  const engineQuotes = new EngineQuotes(db, serving, calls, watch);
  const settings = { production: false, keys };
  return {
    watch,
    serving,
    putConnector: new PutTaxConnector(db, engines, serving, settings),
    quotes: new TaxQuotes(db, books, engineQuotes),
    recorder: new TaxRecorder(books, engineQuotes),
    sweep: new SweepTaxTransactions(db, new TransactionCalls(db, serving, calls)),
  };
}

export type Engines = ReturnType<typeof enginesOf>;
