import { strongLogin } from '@quittance/database/host';
import { Client } from 'pg';
import type { DatabaseServer } from './database-server.js';

/**
 * Looks at the applications' login before anything is done as the owner: in production one that is
 * the owner, or could become it, is refused; elsewhere it is told. @throws Error in one sentence
 */
export async function checkLogin(
  { url, ownerUrl }: Pick<DatabaseServer, 'url' | 'ownerUrl'>,
  { production }: { readonly production: boolean },
): Promise<void> {
  const login = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await login.connect();
    const fault = await strongLogin(login, [decodeURIComponent(new URL(ownerUrl).username)]);
    if (fault === undefined) return;
    if (production) throw new Error(`Quittance cannot start: ${fault}`);
    console.warn(`Warning: ${fault}`);
  } finally {
    await login.end().catch(() => undefined);
  }
}
