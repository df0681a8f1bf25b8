import { audit, changedFields } from '@quittance/audit';
import { readCompanyTerms } from '@quittance/company';
import { sql, type Tx } from '@quittance/database';
import { invalidField } from '@quittance/kernel';
import { formatMinor, parseMinor } from '@quittance/money';

/** By primary key. */
const FIND = sql(`
  select s.review_above as "reviewAbove" from portal.settings s where s.company_id = $1`);

/** By primary key; the last change wins. */
const PUT = sql(`
  insert into portal.settings (company_id, admins_manage_users, review_above, updated_at)
  values ($1, true, $2, $3)
  on conflict (company_id) do update
    set review_above = excluded.review_above, updated_at = excluded.updated_at`);

/**
 * Above which net total somebody of the company looks at what a customer asks a quote for: minor
 * units of the company's own currency; null where no total is too high.
 */
export async function readReviewAbove(tx: Tx): Promise<bigint | null> {
  const set = await tx.maybe<{ reviewAbove: bigint | null }>(FIND, [tx.ctx.companyId]);
  return set?.reviewAbove ?? null;
}

/** The same as decimal text. */
export async function shownReviewAbove(tx: Tx): Promise<string | null> {
  const [above, { baseCurrency }] = [await readReviewAbove(tx), await readCompanyTerms(tx)];
  return above === null ? null : formatMinor(above, baseCurrency);
}

/** @throws DomainError validation_failed */
export async function changeReviewAbove(tx: Tx, wanted: string | null): Promise<void> {
  const { baseCurrency } = await readCompanyTerms(tx);
  const before = await readReviewAbove(tx);
  const after = wanted === null ? null : parseMinor(wanted, baseCurrency);
  if (after === undefined || (after !== null && after < 0n)) {
    throw invalidField('/reviewAbove', 'format', `must be an amount of ${baseCurrency}`);
  }
  if (after === before) return;
  await tx.run(PUT, [tx.ctx.companyId, after, tx.ctx.now]);
  const shown = (minor: bigint | null) => ({
    reviewAbove: minor === null ? null : formatMinor(minor, baseCurrency),
  });
  audit(tx, {
    action: 'portal_settings.updated',
    object: 'portal-settings',
    recordId: tx.ctx.companyId,
    ...changedFields(shown(before), shown(after)),
  });
}
