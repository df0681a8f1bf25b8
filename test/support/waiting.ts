import type { TestDatabase } from './test-database.js';
import { asAdmin, onEachMachine } from './test-server.js';

const WAITING = `select count(*)::int as count from pg_locks l join pg_stat_activity a using (pid)
  where a.datname = current_database() and not l.granted`;

/** How many sessions of a test's database wait for a lock, on whichever machine it is. */
export async function waitingFor({ ownerUrl }: Pick<TestDatabase, 'ownerUrl'>): Promise<number> {
  const counts = onEachMachine(ownerUrl).map((url) =>
    asAdmin(url, async (admin) => {
      const { rows } = await admin.query<{ count: number }>(WAITING);
      return rows[0]?.count ?? 0;
    }),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

/** Whether a piece of work comes to wait for a lock before it is through. */
export async function comesToWait(t: TestDatabase, work: Promise<unknown>): Promise<boolean> {
  let isThrough = false;
  const through = () => (isThrough = true);
  work.then(through, through);
  while (!isThrough) if ((await waitingFor(t)) > 0) return true;
  return false;
}
