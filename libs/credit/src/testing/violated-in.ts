import type { Invariant } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import type { TestDatabase } from '../../../../test/support/test-database.js';

/**
 * As `npm run verify` would, of the rows of a company.
 * @throws Error with what does not hold
 */
export async function refuseViolated(
  { ownerUrl }: TestDatabase,
  { companyId }: Ctx,
  invariants: readonly Invariant[],
): Promise<void> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const found: string[] = [];
    for (const { id, text } of invariants) {
      const { rows } = await owner.query<{ wrong: string }>(
        `select v.wrong from (${text}) v where v.company_id = $1`,
        [companyId],
      );
      found.push(...rows.map(({ wrong }) => `${id} ${wrong}`));
    }
    if (found.length > 0) throw new Error(found.join('\n'));
  } finally {
    await owner.end();
  }
}
