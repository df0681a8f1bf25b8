import { namedSql, type Tx } from '@quittance/database';
import type { UsagePeriod } from './usage-period.js';

export interface ConvertedRequests {
  /** Quotes that were asked for on the days. */
  readonly requested: number;
  /** Of them those that were sent, by today. */
  readonly sent: number;
  /** Of those the ones that were accepted, by today. */
  readonly accepted: number;
}

/** What became of the requests of some days; of a quote the revision that stands in its request. */
const CONVERTED = namedSql(
  `select count(*)::int as requested, count(*) filter (where q.sent_at is not null)::int as sent,
     count(*) filter (where q.sent_at is not null and q.status in ('accepted', 'ordered'))::int
       as accepted
   from portal.pub_quote_request r
   left join sales.pub_quote q on q.company_id = :companyId and q.id = r.quote_id
   where r.company_id = :companyId and r.submitted_at >= :since and r.submitted_at < :until
     and (:accountId is null or r.account_id = :accountId)
     and (:channel is null or r.origin = :channel)
     and (:directory is null
       or :directory = case when r.partner_id is null then 'customer' else 'partner' end)`,
  {
    values: {
      since: 'timestamptz',
      until: 'timestamptz',
      accountId: 'uuid',
      channel: 'text',
      directory: 'text',
    },
  },
);

/** Of the quotes that were asked for, how many were sent and accepted as of today. */
export function quoteConversion(tx: Tx, period: UsagePeriod): Promise<ConvertedRequests> {
  const { since, until, accountId = null, channel = null, directory = null } = period;
  return CONVERTED.one<ConvertedRequests>(tx, { since, until, accountId, channel, directory });
}
