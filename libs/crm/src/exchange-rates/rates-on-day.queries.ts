import { sql, type Tx, arrays } from '@quittance/database';
import type { Currency } from '@quittance/money';
import type { LocalDate } from '@quittance/calendar';
import type { KnownRate } from './convert-amount.js';

/** Of each pair the last rate on or before the day, by exchange_rate_pair_index. */
const ON_DAY = sql(`
  select r.id, r.base, r.quote, trim_scale(r.rate)::text as rate, r.day, r.source
  from unnest($2::text[], $3::text[]) as p (base, quote)
  cross join lateral (
    select e.id, e.base, e.quote, e.rate, e.day, e.source from crm.exchange_rate e
    where e.company_id = $1 and e.base = p.base and e.quote = p.quote and e.day <= $4::date
      and e.deleted_at is null and ($5::text is null or e.source = $5)
    order by e.day desc, e.updated_at desc, e.id desc limit 1) r`);

/**
 * The rates by which amounts may be converted between the currencies, each pair in both directions.
 */
export function ratesOnDay(
  tx: Tx,
  currencies: readonly Currency[],
  on: LocalDate,
  source: string | null,
): Promise<KnownRate[]> {
  const own = [...new Set(currencies)];
  const pairs = own.flatMap((base) =>
    own.filter((quote) => quote !== base).map((quote) => ({ base, quote })),
  );
  return tx.rows<KnownRate>(ON_DAY, [
    tx.ctx.companyId,
    arrays.text(pairs, ({ base }) => base),
    arrays.text(pairs, ({ quote }) => quote),
    on,
    source,
  ]);
}
