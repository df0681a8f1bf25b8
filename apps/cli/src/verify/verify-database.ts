import type { KeyRing } from '@quittance/config';
import {
  seeEveryCompany,
  viewsOf,
  checkInvariants,
  type CheckedInvariant,
  type OwnerQuery,
} from '@quittance/database/host';
import type { Instant } from '@quittance/kernel';
import type { FileStore } from '@quittance/objects/host';
import { Client } from 'pg';
import { allMigrations } from '../assembly.js';
import { allInvariants } from './all-invariants.js';
import { foundations, loginFoundation, viewFoundation } from './foundations.sql.js';
import { checkMigrations } from './migrations-run.js';
import { checkSealedSecrets } from './sealed-secrets.js';
import { checkStoredFiles } from './stored-files.js';

/** Whole tables are read and aggregated: worth memory and every core, not the compiler. */
const SESSION = `
  set statement_timeout = 0; set work_mem = '256MB'; set jit = off;
  set max_parallel_workers_per_gather = 4; set timezone = 'UTC'`;

/** What belongs to a database and is kept elsewhere. */
export interface KeptBeside {
  /** Null where there are none. */
  readonly keys: KeyRing | null;
  readonly files: Pick<FileStore, 'sizeOf'>;
  /** Whom the applications sign in as. */
  readonly login: string;
}

/**
 * Checks that a database can be worked with, and every invariant over all companies, as the owner
 * of its tables, on one snapshot: writes that go on meanwhile are not seen half. Nothing is locked
 * or changed. What is kept beside it is looked at where it is given.
 */
export async function verifyDatabase(
  ownerUrl: string,
  now: Instant,
  beside?: KeptBeside,
): Promise<CheckedInvariant[]> {
  const migrated = await checkMigrations(ownerUrl);
  if (migrated.count > 0) return [migrated];
  const owner = new Client({ connectionString: ownerUrl, application_name: 'quittance-verify' });
  await owner.connect();
  try {
    await owner.query(SESSION);
    await seeEveryCompany(owner);
    await owner.query('begin isolation level repeatable read, read only');
    const query: OwnerQuery = async (text) => (await owner.query(text)).rows;
    const published = await checkInvariants(query, [
      viewFoundation(viewsOf(allMigrations).map(({ name }) => name)),
    ]);
    const stands = [
      migrated,
      ...(await checkInvariants(query, foundations)),
      ...published,
      ...(beside ? await checkBeside(query, beside) : []),
    ];
    // Invariants of one lib read the rows of another by its views.
    if (published.some(({ count }) => count > 0)) return stands;
    return [...stands, ...(await checkInvariants(query, allInvariants(now)))];
  } finally {
    await owner.end();
  }
}

async function checkBeside(query: OwnerQuery, beside: KeptBeside): Promise<CheckedInvariant[]> {
  return [
    ...(await checkInvariants(query, [loginFoundation(beside.login)])),
    await checkSealedSecrets(query, beside.keys),
    await checkStoredFiles(query, beside.files),
  ];
}
