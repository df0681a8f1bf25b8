import { runAgainWhenTaken, sql, type Tx } from '@quittance/database';
import { createHash } from 'node:crypto';
import type { FormId, SubmissionId } from '../forms/form.js';

/** What a form was filled in with. */
type Filled = Readonly<Record<string, unknown>>;

/** By the primary key. */
const FIND = sql(`
  select k.submission_id as id, k.print from customization.submission_key k
  where k.company_id = $1 and k.form_id = $2 and k.key = $3`);
const KEEP = sql(`
  insert into customization.submission_key (company_id, form_id, key, print, submission_id)
  values ($1, $2, $3, $4, $5)`);

/** The submission of a form that was sent under a key before, and whether it said the same. */
export async function submissionUnder(
  tx: Tx,
  formId: FormId,
  key: string,
  values: Filled,
): Promise<{ readonly id: SubmissionId; readonly isSame: boolean } | undefined> {
  const asked = [tx.ctx.companyId, formId, key];
  const found = await tx.maybe<{ id: SubmissionId; print: Buffer }>(FIND, asked);
  return found && { id: found.id, isSame: found.print.equals(printOf(values)) };
}

/** Where another has been sent under it meanwhile, the transaction runs again and finds that. */
export async function keepSubmissionKey(
  tx: Tx,
  { formId, id }: { readonly formId: FormId; readonly id: SubmissionId },
  key: string,
  values: Filled,
): Promise<void> {
  await tx
    .run(KEEP, [tx.ctx.companyId, formId, key, printOf(values), id])
    .catch(runAgainWhenTaken('submission_key_pk'));
}

/** What is said stands in the submission as well: a print of it tells nobody more. */
function printOf(values: Filled): Buffer {
  return createHash('sha256').update(JSON.stringify(values)).digest();
}
