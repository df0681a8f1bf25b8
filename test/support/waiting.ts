import type { Ctx } from '@quittance/kernel';
import type { TestDatabase } from './test-database.js';

/** Whether a piece of work comes to wait for a lock before it is through. */
export async function comesToWait(
  { db }: TestDatabase,
  ctx: Ctx,
  work: Promise<unknown>,
): Promise<boolean> {
  let isThrough = false;
  const through = () => (isThrough = true);
  work.then(through, through);
  while (!isThrough) {
    const { waits } = await db.read(ctx, (tx) =>
      tx.one<{ waits: boolean }>(
        `select exists (select from pg_locks l join pg_stat_activity a using (pid)
           where a.datname = current_database() and not l.granted) as waits`,
      ),
    );
    if (waits) return true;
  }
  return false;
}
