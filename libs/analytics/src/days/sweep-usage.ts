import { addDays, startOfDay, type LocalDate } from '@quittance/calendar';
import { companyToday, readCompanyTerms, type CompanyTerms } from '@quittance/company';
import { Database, sql, type Tx } from '@quittance/database';
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@quittance/kernel';

/** Each use is kept so long; sums of days for ever. */
export const USAGE_DAYS_KEPT = 400;
/** Of days that are over so many are summed again: a view is written a little after it happened. */
const AGAIN = 2;
/** More days behind one another are left to the next time. */
const MOST_DAYS = 60;
const BATCH = 5_000;

/** What has no account is summed under this one. */
export const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

const PROGRESS = sql(`
  select p.summed_through as day from analytics.progress p where p.company_id = $1`);

/** By usage_event_at_index. */
const FIRST = sql(`
  select min(e.at) as at from analytics.usage_event e where e.company_id = $1`);

/** By usage_day_key. */
const FORGET_DAY = sql(`
  delete from analytics.usage_day d where d.company_id = $1 and d.day = $2`);

/** By usage_event_at_index; an id is made of what there is one row of in a day. */
const SUM_DAY = sql(`
  insert into analytics.usage_day (company_id, id, day, name, directory, channel, account_id,
    events, users)
  select e.company_id, md5($2::date || e.name || e.directory || e.channel
      || coalesce(e.account_id, '${NO_ACCOUNT}'::uuid))::uuid,
    $2::date, e.name, e.directory, e.channel,
    coalesce(e.account_id, '${NO_ACCOUNT}'::uuid), count(*)::int,
    count(distinct e.portal_user_id)::int
  from analytics.usage_event e
  where e.company_id = $1 and e.at >= $3 and e.at < $4
  group by e.company_id, e.name, e.directory, e.channel,
    coalesce(e.account_id, '${NO_ACCOUNT}'::uuid)`);

/** By primary key. */
const ADVANCE = sql(`
  insert into analytics.progress (company_id, summed_through) values ($1, $2)
  on conflict (company_id) do update set summed_through = excluded.summed_through`);

/** By usage_event_at_index. */
const FORGET_OLD = sql(`
  delete from analytics.usage_event e where e.company_id = $1 and e.id = any(array(
    select o.id from analytics.usage_event o
    where o.company_id = $1 and o.at < $2 order by o.at, o.id limit ${BATCH}))`);

/**
 * Sums the days that are over, and forgets what is older than 400 days once it was summed. Safe to
 * repeat: a day is summed anew as a whole.
 */
@Injectable()
export class SweepUsage {
  constructor(private readonly db: Database) {}

  async execute(ctx: Ctx): Promise<void> {
    const terms = await this.db.read(ctx, readCompanyTerms);
    const summedThrough = await this.db.write(ctx, (tx) => sumDays(tx, terms));
    if (summedThrough === null) return;
    const oldest = addDays(companyToday(terms, ctx.now), -USAGE_DAYS_KEPT);
    if (summedThrough < oldest) return;
    const params = [ctx.companyId, startOfDay(oldest, terms.timeZone)];
    while ((await this.db.write(ctx, (tx) => tx.run(FORGET_OLD, params))) === BATCH);
  }
}

/** Answers through which day all are summed; null where nothing ever happened. */
async function sumDays(tx: Tx, terms: CompanyTerms): Promise<LocalDate | null> {
  const { companyId, now } = tx.ctx;
  const yesterday = addDays(companyToday(terms, now), -1);
  const first = await firstDay(tx, terms);
  if (first === null) return null;
  const last = earlier(yesterday, addDays(first, MOST_DAYS));
  for (let day = first; day <= last; day = addDays(day, 1)) {
    const range = [startOfDay(day, terms.timeZone), startOfDay(addDays(day, 1), terms.timeZone)];
    await tx.run(FORGET_DAY, [companyId, day]);
    await tx.run(SUM_DAY, [companyId, day, ...range]);
  }
  await tx.run(ADVANCE, [companyId, last]);
  return last;
}

/** The first day that is to be summed. */
async function firstDay(tx: Tx, terms: CompanyTerms): Promise<LocalDate | null> {
  const done = await tx.maybe<{ day: LocalDate }>(PROGRESS, [tx.ctx.companyId]);
  if (done) return addDays(done.day, 1 - AGAIN);
  const { at } = await tx.one<{ at: Ctx['now'] | null }>(FIRST, [tx.ctx.companyId]);
  return at === null ? null : dayOf(at, terms);
}

const dayOf = (at: Ctx['now'], terms: CompanyTerms) => companyToday(terms, at);
const earlier = (a: LocalDate, b: LocalDate): LocalDate => (a < b ? a : b);
