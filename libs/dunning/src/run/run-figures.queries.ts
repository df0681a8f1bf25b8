import { sql, type Database } from '@quittance/database';
import type { Instant } from '@quittance/kernel';

/** How many runs there are of a kind, and the seconds that the longest of them has taken. */
export interface DunningRunFigures {
  readonly kind: 'open' | 'failed' | 'finished';
  readonly runs: number;
  readonly seconds: number;
}

const FIGURES = sql(`select kind, runs, seconds from dunning.door_run_figures($1, $2)`);

/** Of the dunning runs of all companies that were begun since. */
export async function dunningRunFigures(
  db: Database,
  since: Instant,
  now: Instant,
): Promise<readonly DunningRunFigures[]> {
  const rows = await db.door<DunningRunFigures>(FIGURES, [since, now]);
  return rows.map((row) => ({ ...row, runs: Number(row.runs) }));
}
