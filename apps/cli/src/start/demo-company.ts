import type { Config } from '@quittance/config';
import { Companies } from '@quittance/company';
import { connect } from '@quittance/database';
import { systemClock } from '@quittance/kernel';
import { allEntities } from '../assembly.js';

/** Who signs in to the demonstration company: known to everybody, so never made beside real data. */
export const DEMO_ADMIN = {
  email: 'admin@demo.quittance.dev',
  password: 'quittance-demo-1',
} as const;

const SLUG = 'demo';

/** Makes what is missing of the demonstration company; a complete one costs one look. */
export async function ensureDemoCompany(_config: Config, url: string): Promise<void> {
  const db = await connect({ url, poolSize: 2, applicationName: 'quittance-start' }, allEntities);
  try {
    const companies = new Companies(db);
    if (!(await companies.idOf(SLUG))) {
      await companies.create(
        { slug: SLUG, legalName: 'Demonstration Ltd', baseCurrency: 'USD' },
        systemClock.now(),
      );
    }
  } finally {
    await db.close();
  }
}
