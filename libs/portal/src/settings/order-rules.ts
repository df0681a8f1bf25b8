import { audit, changedFields } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';

/** What a company asks of orders that customers place. */
export interface OrderRules {
  /** Whether an order needs the number by which its customer knows it. */
  readonly poNumberRequired: boolean;
  /** Whether whoever orders has to accept the company's terms. */
  readonly termsRequired: boolean;
}

/** By primary key. */
const FIND = sql(`
  select s.po_number_required as "poNumberRequired", s.terms_required as "termsRequired"
  from portal.settings s where s.company_id = $1`);

/** By primary key; the last change wins. */
const PUT = sql(`
  insert into portal.settings
    (company_id, admins_manage_users, po_number_required, terms_required, updated_at)
  values ($1, true, $2, $3, $4)
  on conflict (company_id) do update set po_number_required = excluded.po_number_required,
    terms_required = excluded.terms_required, updated_at = excluded.updated_at`);

/** Where the company has said nothing an order needs neither. */
export async function readOrderRules(tx: Tx): Promise<OrderRules> {
  const set = await tx.maybe<OrderRules>(FIND, [tx.ctx.companyId]);
  return set ?? { poNumberRequired: false, termsRequired: false };
}

/** What is absent stays. */
export async function changeOrderRules(tx: Tx, patch: Partial<OrderRules>): Promise<void> {
  const before = await readOrderRules(tx);
  const after = {
    poNumberRequired: patch.poNumberRequired ?? before.poNumberRequired,
    termsRequired: patch.termsRequired ?? before.termsRequired,
  };
  const isSame =
    after.poNumberRequired === before.poNumberRequired &&
    after.termsRequired === before.termsRequired;
  if (isSame) return;
  const { companyId, now } = tx.ctx;
  await tx.run(PUT, [companyId, after.poNumberRequired, after.termsRequired, now]);
  const about = { object: 'portal-settings', recordId: companyId } as const;
  const changes = changedFields({ ...before }, { ...after });
  audit(tx, { action: 'portal_settings.updated', ...about, ...changes });
}
