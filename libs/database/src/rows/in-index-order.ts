import { sql } from './sql.js';
import type { Tx } from '../tx.js';

const WITHOUT_SORTS = sql('set local enable_sort = off');
const WITH_SORTS = sql('set local enable_sort = on');

/**
 * Asks so that what is ordered is read from an index which is in that order, in one round trip. Of
 * a company that is newer than the statistics the planner expects one row by whatever index begins
 * with the company, takes the smallest, and would read all rows of the company for each that is
 * looked up.
 */
export async function inIndexOrder<T>(tx: Tx, ask: () => Promise<T>): Promise<T> {
  const [, found] = await Promise.all([tx.run(WITHOUT_SORTS), ask(), tx.run(WITH_SORTS)]);
  return found;
}
