import { sql, type Database } from '@quittance/database';
import type { Instant } from '@quittance/kernel';

/** How many runs there are of a kind, and the seconds that the longest of them has taken. */
export interface BillingRunFigures {
  readonly kind: 'open' | 'failed' | 'finished';
  readonly runs: number;
  readonly seconds: number;
}

const FIGURES = sql(`select kind, runs, seconds from billing.door_run_figures($1, $2)`);

/** Of the billing runs of all companies that were begun since. */
export async function billingRunFigures(
  db: Database,
  since: Instant,
  now: Instant,
): Promise<readonly BillingRunFigures[]> {
  const rows = await db.door<BillingRunFigures>(FIGURES, [since, now]);
  return rows.map((row) => ({ ...row, runs: Number(row.runs) }));
}
