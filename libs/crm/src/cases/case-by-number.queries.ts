import { sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import { readRecord } from '@quittance/objects';
import type { CompanyObject, RecordId, RecordView } from '@quittance/metadata';

/** By `support_case_number_key`. */
const FIND = sql(`select id from crm.support_case where company_id = $1 and number = $2`);

/** The case that bears a number, as far as the actor may see it. @throws DomainError not_found */
export async function readCaseByNumber(
  tx: Tx,
  cases: CompanyObject,
  number: string,
): Promise<RecordView> {
  const found = await tx.maybe<{ id: RecordId }>(FIND, [tx.ctx.companyId, number]);
  if (!found) throw notFound({ object: 'case' });
  return readRecord(tx, cases, found.id);
}
