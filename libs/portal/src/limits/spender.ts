import type { LocalDate } from '@quittance/calendar';
import { exchangeRatesOn } from '@quittance/crm';
import { sql, type LockedTx, type Tx } from '@quittance/database';
import type { Currency } from '@quittance/money';
import type { ApprovalLimit, LimitPeriod, PortalUserId } from '../actors/portal-actor.js';
import { portalUserDeactivated } from '../portal.errors.js';
import { limitSpanOf, type LimitSpan } from './limit-period.js';

/** A user with the limit that holds for them. */
export interface Spender {
  readonly id: PortalUserId;
  readonly limit: ApprovalLimit;
}

interface SpenderRow {
  readonly id: PortalUserId;
  readonly amount: bigint | null;
  readonly currency: Currency;
  readonly period: LimitPeriod;
}

const COLUMNS = `u.id, u.approval_limit as amount, u.currency, u.limit_period as period`;
/** By primary key. */
const LOCK = sql(`select ${COLUMNS} from portal.portal_user u
  where u.company_id = $1 and u.id = $2 and u.active for no key update of u`);

const spenderOf = ({ id, amount, currency, period }: SpenderRow): Spender => ({
  id,
  limit: { amount, currency, period },
});

/**
 * A user whose limit is drawn on, locked: of orders that are placed at once each finds what the one
 * before it has used, and nobody changes the limit meanwhile. Behind orders and quotes, ahead of
 * counters of numbers: whoever numbers a document in the same transaction may call it before that.
 * @throws DomainError portal_user_deactivated of who was put out meanwhile
 */
export async function lockSpender(tx: Tx, id: PortalUserId): Promise<Spender> {
  const row = await tx.maybe<SpenderRow>(LOCK, [tx.ctx.companyId, id]);
  if (!row) throw portalUserDeactivated();
  return spenderOf(row);
}

/** The period that counts for a limit on a day; null where each order counts by itself. */
export function limitSpanOn({ period }: ApprovalLimit, on: LocalDate): LimitSpan | null {
  return period === 'order' ? null : limitSpanOf(period, on);
}

/** By primary key, and where a period was not opened yet by limit_entry_user_index. */
const USED = sql(`
  select p.id, coalesce(l.used, (
      select sum(e.amount)::bigint from portal.limit_entry e
      where e.company_id = $1::uuid and e.portal_user_id = p.id and e.currency = p.currency
        and e.spent_on >= p.starts_on and e.spent_on < p.until), 0)::bigint as used
  from unnest($2::uuid[], $3::text[], $4::date[], $5::date[], $6::text[])
    as p (id, period, starts_on, until, currency)
  left join portal.limit_use l on l.company_id = $1::uuid and l.portal_user_id = p.id
    and l.period = p.period and l.starts_on = p.starts_on and l.currency = p.currency`);

/** What users have used of their limits in the period of a day, in the currency of each limit. */
export async function usedBy(
  tx: Tx | LockedTx,
  spenders: readonly Spender[],
  on: LocalDate,
): Promise<ReadonlyMap<PortalUserId, bigint>> {
  const counted = spenders.flatMap(({ id, limit }) => {
    const span = limitSpanOn(limit, on);
    return span ? [{ id, limit, span }] : [];
  });
  const used = new Map<PortalUserId, bigint>(spenders.map(({ id }) => [id, 0n]));
  if (counted.length === 0) return used;
  const rows = await tx.rows<{ id: PortalUserId; used: bigint }>(USED, [
    tx.ctx.companyId,
    counted.map(({ id }) => id),
    counted.map(({ limit }) => limit.period),
    counted.map(({ span }) => span.startsOn),
    counted.map(({ span }) => span.until),
    counted.map(({ limit }) => limit.currency),
  ]);
  for (const { id, used: sum } of rows) used.set(id, sum);
  return used;
}

/**
 * An amount in each of some currencies, by the latest rates on a day; of a currency to which there
 * is no way null.
 */
export async function amountIn(
  tx: Tx,
  amount: bigint,
  from: Currency,
  to: readonly Currency[],
  on: LocalDate,
): Promise<(currency: Currency) => bigint | null> {
  const rates = await exchangeRatesOn(tx, [from, ...to], on);
  return (currency) => {
    if (currency === from) return amount;
    return rates.factor(from, currency) ? rates.convert(amount, from, currency) : null;
  };
}
