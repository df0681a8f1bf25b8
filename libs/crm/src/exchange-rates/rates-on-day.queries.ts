import { sql, type Tx, arrays } from '@quittance/database';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { KnownRate } from './convert-amount.js';

/** Of each day and pair the last rate on or before it, by exchange_rate_pair_index. */
const ON_DAYS = sql(`
  select d.asked as "on", r.id, r.base, r.quote, trim_scale(r.rate)::text as rate, r.day, r.source
  from unnest($4::date[]) as d (asked)
  cross join unnest($2::text[], $3::text[]) as p (base, quote)
  cross join lateral (
    select e.id, e.base, e.quote, e.rate, e.day, e.source from crm.exchange_rate e
    where e.company_id = $1 and e.base = p.base and e.quote = p.quote and e.day <= d.asked
      and e.deleted_at is null and ($5::text is null or e.source = $5)
    order by e.day desc, e.updated_at desc, e.id desc limit 1) r`);

interface RateOnDay extends KnownRate {
  readonly on: LocalDate;
}

/**
 * The rates by which amounts may be converted between the currencies, each pair in both directions,
 * of several days at once.
 */
export async function ratesOnDays(
  tx: Tx,
  currencies: readonly Currency[],
  days: readonly LocalDate[],
  source: string | null,
): Promise<ReadonlyMap<LocalDate, readonly KnownRate[]>> {
  const own = [...new Set(currencies)];
  const pairs = own.flatMap((base) =>
    own.filter((quote) => quote !== base).map((quote) => ({ base, quote })),
  );
  const known = new Map<LocalDate, KnownRate[]>(days.map((day) => [day, []]));
  if (known.size === 0) return known;
  const rates = await tx.rows<RateOnDay>(ON_DAYS, [
    tx.ctx.companyId,
    arrays.text(pairs, ({ base }) => base),
    arrays.text(pairs, ({ quote }) => quote),
    arrays.date([...known.keys()], (day) => day),
    source,
  ]);
  for (const { on, ...rate } of rates) known.get(on)?.push(rate);
  return known;
}

/** The same of one day. */
export async function ratesOnDay(
  tx: Tx,
  currencies: readonly Currency[],
  on: LocalDate,
  source: string | null,
): Promise<readonly KnownRate[]> {
  return (await ratesOnDays(tx, currencies, [on], source)).get(on) ?? [];
}
