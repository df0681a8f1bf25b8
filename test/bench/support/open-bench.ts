import { Companies, type NewCompany } from '@quittance/company/host';
import { connect } from '@quittance/database/host';
import type { Database } from '@quittance/database';
import { systemClock, systemCtx, type Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import { allEntities } from '../../../apps/cli/src/assembly.js';
import { benchDatabase } from './bench-database.js';

/** What a benchmark of operations works with. */
export interface OpenBench {
  /** Where the applications' login finds the database. */
  readonly url: string;
  /** Where the owner of the tables does. */
  readonly ownerUrl: string;
  readonly db: Database;
  /** Owns the tables and sees every company. */
  readonly owner: Client;
  newCompany(more?: Partial<NewCompany>): Promise<Ctx>;
}

/** A database for the time of the work. */
export async function withBench<T>(work: (bench: OpenBench) => Promise<T>): Promise<T> {
  const database = await benchDatabase();
  const settings = { url: database.url, poolSize: 10, applicationName: 'quittance-bench' };
  const db = await connect(settings, allEntities);
  const owner = new Client({ connectionString: database.ownerUrl });
  await owner.connect();
  let made = 0;
  const newCompany = async (more: Partial<NewCompany> = {}) => {
    const now = systemClock.now();
    made += 1;
    const company = { slug: `bench-${made}`, legalName: 'Bench Ltd', baseCurrency: 'EUR', ...more };
    return systemCtx(await new Companies(db).create(company, now), now, 'bench');
  };
  try {
    const { url, ownerUrl } = database;
    return await work({ url, ownerUrl, db, owner, newCompany });
  } finally {
    await owner.end();
    await db.close();
    await database.close();
  }
}

/** The most memory this process has held so far, in MiB. */
export const peakMemoryMb = (): number => Math.round(process.resourceUsage().maxRSS / 1024);
