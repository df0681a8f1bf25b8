import { sql, type Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';

/** By email_record_index; what users of portals are told is itself no such e-mail. */
const MAILED = sql(`
  select m.record_id as "recordId", lower(m.to_address) as "to" from notifications.email m
  where m.company_id = $1 and m.record_id = any($2::text[]) and m.created_at >= $3
    and m.template_code not in ('PORTAL_NOTICE', 'PORTAL_DIGEST', 'RECORD_NOTICE')`);

/**
 * Who was written to about these records since then, as `record/address` in small letters: the
 * document itself, as customers get it.
 */
export async function mailedAbout(
  tx: Tx,
  recordIds: readonly string[],
  since: Instant,
): Promise<ReadonlySet<string>> {
  const params = [tx.ctx.companyId, recordIds, since];
  const rows = await tx.rows<{ recordId: string; to: string }>(MAILED, params);
  return new Set(rows.map(({ recordId, to }) => `${recordId}/${to}`));
}
