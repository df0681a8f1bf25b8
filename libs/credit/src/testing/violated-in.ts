import type { Invariant } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { Client } from 'pg';
import type { TestDatabase } from '../../../../test/support/test-database.js';

/** What does not hold of the rows of a company, as `npm run verify` would tell. */
export async function violatedIn(
  { ownerUrl }: TestDatabase,
  { companyId }: Ctx,
  invariants: readonly Invariant[],
): Promise<readonly string[]> {
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
    return found;
  } finally {
    await owner.end();
  }
}
