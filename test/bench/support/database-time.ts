import { readFileSync } from 'node:fs';
import type { Client } from 'pg';
import { processorMsOf } from './child-server.js';

const SERVING = `select pid from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend'
    and pid <> pg_backend_pid()`;

/**
 * Milliseconds of a processor that the processes behind the connections to this database have
 * taken; 0 where the server runs elsewhere or the kernel does not say. Pools keep their
 * connections, so that the difference of two is what was spent between them.
 */
export async function databaseMs(owner: Client): Promise<number> {
  const { rows } = await owner.query<{ pid: number }>(SERVING);
  return rows.reduce((sum, { pid }) => sum + (isPostgres(pid) ? processorMsOf({ pid }) : 0), 0);
}

/** The ids are those of the server's machine, which may be another. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('postgres');
  } catch {
    return false;
  }
}
