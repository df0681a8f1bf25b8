import { sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { notFound } from '@quittance/kernel';
import { membersFor, rowList } from '@quittance/rows';
import type { FormId, SubmissionId } from '../forms/form.js';
import { submissionRow, type SubmissionView } from './submission.js';

const { rows } = submissionRow;

const FIND = sql(`
  select ${rows.select('s')} from customization.form_submission s
  where s.company_id = $1 and s.id = $2 and s.form_id = $3`);

export function insertSubmission(tx: Tx, submission: SubmissionView): Promise<void> {
  return rows.insert(tx, [submission]);
}

/** @throws DomainError not_found */
export async function findSubmission(
  tx: Tx,
  formId: FormId,
  id: SubmissionId,
): Promise<SubmissionView> {
  const found = await tx.maybe<SubmissionView>(FIND, [tx.ctx.companyId, id, formId]);
  if (!found) throw notFound({ object: 'submission' });
  return found;
}

/** What was filled in, the newest first; narrow it to a form. */
export const submissionList: ListDefinition<SubmissionView, SubmissionView> = {
  ...rowList(submissionRow, 's'),
  columns: membersFor(submissionRow, 'record')
    .map(({ name }) => name)
    .filter((name) => name !== 'formId'),
};
