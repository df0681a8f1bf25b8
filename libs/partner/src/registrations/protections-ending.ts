import type { LocalDate } from '@quittance/calendar';
import { sql, type Tx } from '@quittance/database';
import type { PartnerId, RegistrationId } from './deal-registration.js';

/** A protection that ends on a day, and who of the partner has registered it. */
export interface EndingProtection {
  readonly id: RegistrationId;
  readonly partnerId: PartnerId;
  /** Null where staff have. */
  readonly portalUserId: string | null;
  readonly name: string;
  readonly protectedUntil: LocalDate;
}

/** By deal_registration_over_index. */
const ENDING = sql(`
  select r.id, r.partner_id as "partnerId", r.portal_user_id as "portalUserId",
    r.opportunity_name as name, r.protected_until::text as "protectedUntil"
  from partner.deal_registration r
  where r.company_id = $1 and r.status = 'approved' and r.protected_until = any($2::date[])
  order by r.protected_until, r.id`);

/** The protections whose last day is one of these. */
export function protectionsEnding(
  tx: Tx,
  days: readonly LocalDate[],
): Promise<readonly EndingProtection[]> {
  return tx.rows<EndingProtection>(ENDING, [tx.ctx.companyId, days]);
}
