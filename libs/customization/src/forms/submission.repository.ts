import { sql, type Tx } from '@quittance/database';
import type { ListDefinition } from '@quittance/lists';
import { notFound } from '@quittance/kernel';
import type { FormId, SubmissionId } from './form.js';
import { SUBMITTED_VIA, type SubmissionView } from './submission.js';

const COLUMNS = `s.id, s.form_id as "formId", s.form_version as "formVersion", s.data as "values",
  s.record_object as "recordObject", s.record_id as "recordId", s.via,
  s.submitted_by as "submittedBy", s.submitted_at as "submittedAt"`;

const INSERT = sql(`
  insert into customization.form_submission (company_id, id, form_id, form_version, data,
    record_object, record_id, via, submitted_by, submitted_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`);
const FIND = sql(`
  select ${COLUMNS} from customization.form_submission s
  where s.company_id = $1 and s.id = $2 and s.form_id = $3`);

export async function insertSubmission(tx: Tx, submission: SubmissionView): Promise<void> {
  await tx.run(INSERT, [
    tx.ctx.companyId,
    submission.id,
    submission.formId,
    submission.formVersion,
    JSON.stringify(submission.values),
    submission.recordObject,
    submission.recordId,
    submission.via,
    submission.submittedBy,
    submission.submittedAt,
  ]);
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
  from: 'customization.form_submission s',
  select: COLUMNS,
  id: 's.id',
  fields: {
    id: { sql: 's.id', type: 'id', notNull: true },
    formVersion: { sql: 's.form_version', type: 'integer', notNull: true },
    recordObject: { sql: 's.record_object', type: 'text' },
    recordId: { sql: 's.record_id', type: 'id' },
    via: { sql: 's.via', type: 'enum', values: SUBMITTED_VIA, notNull: true },
    submittedBy: { sql: 's.submitted_by', type: 'id' },
    submittedAt: { sql: 's.submitted_at', type: 'instant', notNull: true },
  },
  search: [],
  defaultSort: '-submittedAt',
  columns: [
    'id',
    'formVersion',
    'values',
    'recordObject',
    'recordId',
    'via',
    'submittedBy',
    'submittedAt',
  ],
  map: (row) => row,
};
