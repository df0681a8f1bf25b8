import { allLanded } from './all-landed.js';
import type { Sink, Tx } from './tx.js';

const sentAhead: Sink<Promise<unknown>> = {
  name: 'database.sent-ahead',
  flush: (_, statements) => allLanded(statements),
};

/**
 * Statements already sent whose answers nobody needs: the commit travels right behind them instead
 * of waiting a round trip, and fails when one of them has failed.
 */
export function sendAhead(tx: Tx, ...statements: readonly Promise<unknown>[]): void {
  for (const statement of statements) {
    statement.catch(() => undefined);
    tx.defer(sentAhead, statement);
  }
}
