import type { Tx } from '@quittance/database';
import { usesIn, type UsagePeriod } from './usage-period.js';

export interface Deflection {
  /** How often articles were suggested. */
  readonly suggested: number;
  readonly deflected: number;
}

const SOON = `interval '30 minutes'`;

/**
 * How often a suggestion spared a case: its user opened an article within 30 minutes of it, and no
 * case within 30 minutes of that. By usage_event_user_index.
 */
export function deflection(tx: Tx, period: UsagePeriod): Promise<Deflection> {
  const params: unknown[] = [tx.ctx.companyId];
  const uses = usesIn('s', period, (value) => `$${params.push(value)}`);
  return tx.one<Deflection>(
    `select count(*)::int as suggested, count(*) filter (where o.at is not null and not exists (
         select from analytics.usage_event c
         where c.company_id = $1::uuid and c.portal_user_id = s.portal_user_id
           and c.name = 'case_opened' and c.at >= o.at and c.at <= o.at + ${SOON}
       ))::int as deflected
     from analytics.usage_event s
     left join lateral (select min(a.at) as at from analytics.usage_event a
       where a.company_id = $1::uuid and a.portal_user_id = s.portal_user_id
         and a.name = 'article_opened' and a.at >= s.at and a.at <= s.at + ${SOON}) o on true
     where ${uses} and s.name = 'article_suggested'`,
    params,
  );
}
