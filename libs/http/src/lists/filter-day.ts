import { companyToday, readCompanyTerms } from '@quittance/company';
import type { Database } from '@quittance/database';
import type { FilterDay } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';

/** The word itself, or a text that may be written in another way. */
const MENTIONED = /today|\\u/i;

/**
 * What relative days in a filter count from; undefined, without a statement, where none is named.
 */
export async function filterDay(
  ctx: Ctx,
  db: Database,
  filter: unknown,
): Promise<FilterDay | undefined> {
  const text = typeof filter === 'string' ? filter : JSON.stringify(filter ?? null);
  if (!MENTIONED.test(text)) return undefined;
  const { timeZone } = await db.read(ctx, readCompanyTerms);
  return { today: companyToday({ timeZone }, ctx.now), timeZone };
}
