import { sql, type Database } from '@quittance/database';
import type { Instant } from '@quittance/kernel';

const FIGURES = sql(`select receipts, seconds from gateway.door_unapplied_receipts($1)`);

/** How many receipts of all companies nobody has resolved, and the age of the oldest. */
export async function unappliedFigures(
  db: Database,
  now: Instant,
): Promise<{ readonly receipts: number; readonly seconds: number }> {
  const [row] = await db.door<{ receipts: bigint; seconds: number }>(FIGURES, [now]);
  return { receipts: Number(row?.receipts ?? 0), seconds: row?.seconds ?? 0 };
}
