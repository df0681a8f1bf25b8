import { sql, type Tx } from '@quittance/database';
import type { AccountId, Id } from '@quittance/kernel';
import type { RegistrationId } from '../registrations/deal-registration.js';

/** What a registration has become: nothing before it was converted. */
export interface RegistrationFacts {
  readonly accountId: AccountId | null;
  /** Null as well of a deal that was deleted, or that is another account's by now. */
  readonly dealId: Id<'deal'> | null;
}

/** By primary keys. */
const FACTS = sql(`
  select r.account_id as "accountId", d.id as "dealId" from partner.deal_registration r
  left join crm.pub_deal d on d.company_id = $1 and d.id = r.deal_id
    and d.account_id = r.account_id and d.deleted_at is null
  where r.company_id = $1 and r.id = $2`);

/** For whoever makes something of it; undefined where there is none. */
export function registrationFacts(
  tx: Tx,
  id: RegistrationId,
): Promise<RegistrationFacts | undefined> {
  return tx.maybe<RegistrationFacts>(FACTS, [tx.ctx.companyId, id]);
}
