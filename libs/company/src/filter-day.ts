import { dateAt } from '@quittance/calendar';
import { sql, type Database } from '@quittance/database';
import type { FilterDay } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';

/** The words themselves and days, or a text that may be written in another way. */
const MENTIONED = /today|now|period|"me"|"\d{4}-\d\d-\d\d"|\\u/i;

/** By primary key. */
const READ_CALENDAR = sql(`
  select time_zone as "timeZone", fiscal_year_start_month as "fiscalStart"
  from company.company where id = $1`);

/**
 * What relative values and days in a filter go by; undefined, without a statement, where none is
 * named.
 */
export async function filterDay(
  ctx: Ctx,
  db: Database,
  filter: unknown,
): Promise<FilterDay | undefined> {
  const text = typeof filter === 'string' ? filter : JSON.stringify(filter ?? null);
  if (!MENTIONED.test(text)) return undefined;
  const { companyId, userId, actor, now } = ctx;
  const { timeZone, fiscalStart } = await db.read(ctx, (tx) =>
    tx.one<Pick<FilterDay, 'timeZone' | 'fiscalStart'>>(READ_CALENDAR, [companyId]),
  );
  const me = {
    ...(userId !== null && { user: userId }),
    ...(actor.kind === 'portal' && actor.id !== null && { 'portal-user': actor.id }),
  };
  return { today: dateAt(now, timeZone), timeZone, now, fiscalStart, me };
}
