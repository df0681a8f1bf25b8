import { checkInvariants, type CheckedInvariant } from '@quittance/billing';
import { seeEveryCompany } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import { Client } from 'pg';
import { allInvariants } from './all-invariants.js';

/** Whole tables are read and aggregated: worth memory and every core, not the compiler. */
const SESSION = `
  set statement_timeout = 0; set work_mem = '256MB'; set jit = off;
  set max_parallel_workers_per_gather = 4; set timezone = 'UTC'`;

/**
 * Checks every invariant over all companies of a database, as the owner of its tables, on one
 * snapshot: writes that go on meanwhile are not seen half. Nothing is locked or changed.
 */
export async function verifyDatabase(ownerUrl: string, now: Instant): Promise<CheckedInvariant[]> {
  const owner = new Client({ connectionString: ownerUrl, application_name: 'quittance-verify' });
  await owner.connect();
  try {
    await owner.query(SESSION);
    await seeEveryCompany(owner);
    await owner.query('begin isolation level repeatable read, read only');
    return await checkInvariants(
      async (text) => (await owner.query(text)).rows,
      allInvariants(now),
    );
  } finally {
    await owner.end();
  }
}
