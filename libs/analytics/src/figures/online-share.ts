import type { Tx } from '@quittance/database';
import { formatMinor, type Currency } from '@quittance/money';
import { shareOf } from './share.js';
import type { UsagePeriod } from './usage-period.js';

/** Of the money of one currency that came in, what came through a payment provider. */
export interface OnlineShare {
  readonly currency: Currency;
  readonly captured: string;
  readonly completed: string;
  readonly share: string | null;
}

interface Row {
  readonly currency: Currency;
  readonly captured: bigint;
  readonly completed: bigint;
}

/**
 * By the days on which the money was received. What was refunded since has been completed too.
 * Money has no directory and no channel.
 */
export async function onlineShare(tx: Tx, ask: UsagePeriod): Promise<OnlineShare[]> {
  const { from, to, accountId = null } = ask;
  const rows = await tx.rows<Row>(
    `select p.currency,
       coalesce(sum(p.amount) filter (where p.provider is not null), 0)::bigint as captured,
       sum(p.amount)::bigint as completed
     from receivables.pub_payment p
     where p.company_id = $1::uuid and p.status in ('completed', 'refunded')
       and p.received_on between $2::date and $3::date
       and ($4::uuid is null or p.account_id = $4::uuid)
     group by p.currency order by p.currency`,
    [tx.ctx.companyId, from, to, accountId],
  );
  return rows.map(({ currency, captured, completed }) => ({
    currency,
    captured: formatMinor(captured, currency),
    completed: formatMinor(completed, currency),
    share: shareOf(captured, completed),
  }));
}
