import { sql, type Tx } from '@quittance/database';
import type { AccountId, Id } from '@quittance/kernel';
import type { RegistrationId } from '../registrations/deal-registration.js';

/** What a registration has become: nothing before it was converted. */
export interface RegistrationFacts {
  readonly accountId: AccountId | null;
  readonly dealId: Id<'deal'> | null;
}

/** By primary key. */
const FACTS = sql(`
  select r.account_id as "accountId", r.deal_id as "dealId" from partner.deal_registration r
  where r.company_id = $1 and r.id = $2`);

/** For whoever makes something of it; undefined where there is none. */
export function registrationFacts(
  tx: Tx,
  id: RegistrationId,
): Promise<RegistrationFacts | undefined> {
  return tx.maybe<RegistrationFacts>(FACTS, [tx.ctx.companyId, id]);
}
