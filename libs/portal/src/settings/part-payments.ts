import { audit, changedFields } from '@quittance/audit';
import { sql, type Tx } from '@quittance/database';

export const PARTIAL_PAYMENTS = ['off', 'on'] as const;
export type PartialPayments = (typeof PARTIAL_PAYMENTS)[number];

/** Whether customers may pay a part of what they owe. */
export interface PartPayments {
  readonly partialPayments: PartialPayments;
  /**
   * The least part, in major units of whatever currency is paid in; null for any. What is less in
   * all is paid whole.
   */
  readonly minimumPartial: string | null;
}

/** A merge: what is absent stays. */
export interface PartPaymentsPatch {
  readonly partialPayments?: PartialPayments | undefined;
  readonly minimumPartial?: string | null | undefined;
}

/** By primary key. */
const FIND = sql(`
  select partial_payments as "partialPayments",
    trim_scale(minimum_partial)::text as "minimumPartial"
  from portal.settings where company_id = $1`);

/** By primary key; the last change wins. */
const PUT = sql(`
  insert into portal.settings
    (company_id, admins_manage_users, partial_payments, minimum_partial, updated_at)
  values ($1, true, $2, $3, $4)
  on conflict (company_id) do update set partial_payments = excluded.partial_payments,
    minimum_partial = excluded.minimum_partial, updated_at = excluded.updated_at`);

/** Where the company has said nothing, what is owed is paid whole. */
export async function partPayments(tx: Tx): Promise<PartPayments> {
  const set = await tx.maybe<PartPayments>(FIND, [tx.ctx.companyId]);
  return set ?? { partialPayments: 'off', minimumPartial: null };
}

/** The same as whoever collects asks for it. */
export async function readPartRule(
  tx: Tx,
): Promise<{ readonly allowed: boolean; readonly minimum: string | null }> {
  const { partialPayments, minimumPartial } = await partPayments(tx);
  return { allowed: partialPayments === 'on', minimum: minimumPartial };
}

/** Nothing is written where nothing changes. */
export async function changePartPayments(tx: Tx, patch: PartPaymentsPatch): Promise<void> {
  const before = await partPayments(tx);
  const { partialPayments = before.partialPayments } = patch;
  const { minimumPartial = before.minimumPartial } = patch;
  const changes = changedFields({ ...before }, { partialPayments, minimumPartial });
  if (Object.keys(changes.after).length === 0) return;
  const { companyId, now } = tx.ctx;
  await tx.run(PUT, [companyId, partialPayments, minimumPartial, now]);
  const about = { object: 'portal-settings', recordId: companyId };
  audit(tx, { action: 'portal_settings.updated', ...about, ...changes });
}
