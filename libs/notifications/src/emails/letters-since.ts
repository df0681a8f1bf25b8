import { sql, type Tx } from '@quittance/database';
import type { Instant } from '@quittance/kernel';
import type { EmailTemplateCode } from '../templates/catalogue.js';

/** By email_record_index. */
const LETTERS = sql(`
  select m.created_at as "createdAt" from notifications.email m
  where m.company_id = $1 and m.record_id = $2 and m.template_code = $3 and m.created_at > $4
  order by m.created_at desc`);

/** When letters of a kind about a record were written since then, the latest first. */
export async function lettersSince(
  tx: Tx,
  {
    recordId,
    templateCode,
  }: { readonly recordId: string; readonly templateCode: EmailTemplateCode },
  since: Instant,
): Promise<readonly Instant[]> {
  const params = [tx.ctx.companyId, recordId, templateCode, since];
  const rows = await tx.rows<{ createdAt: Instant }>(LETTERS, params);
  return rows.map(({ createdAt }) => createdAt);
}
