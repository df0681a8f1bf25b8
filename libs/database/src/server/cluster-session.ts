import { Client } from 'pg';
import { hasCitus } from './citus.js';

/**
 * What the application's sessions set for themselves where the database is a cluster. A statement
 * is of one company and goes to one machine; one that Citus would send to several is an error,
 * which doors lift for themselves. It is asked of plans too that are made without values, for all
 * sessions to come, and thrown away: so none are made. A setting of the role would not come with
 * `set role`.
 */
export const ON_CLUSTER: readonly string[] = [
  '-c citus.multi_task_query_log_level=error',
  '-c plan_cache_mode=force_custom_plan',
];

/** Those settings; none where PostgreSQL is by itself. */
export async function clusterSession(url: string): Promise<readonly string[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // A server that goes away between two statements is told by the next one.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const query = async (text: string): Promise<unknown> => (await client.query(text)).rows;
    return (await hasCitus({ query })) ? ON_CLUSTER : [];
  } finally {
    await client.end().catch(() => undefined);
  }
}
