import { sql, type Tx } from '@quittance/database';
import { notFound } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import { headOf, nounList, membersFor } from '@quittance/nouns';
import type { FormId, SubmissionId } from '../forms/form.js';
import { submissionNoun, type SubmissionView } from './submission.js';

const { rows } = submissionNoun;

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
  ...nounList(submissionNoun, headOf(submissionNoun, {})),
  columns: membersFor(submissionNoun, 'record')
    .map(([name]) => name)
    .filter((name) => name !== 'formId'),
};
