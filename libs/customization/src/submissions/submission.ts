import {
  datetime,
  integer,
  json,
  lookup,
  picklist,
  text,
  type FieldValue,
} from '@quittance/fields';
import type { UserId } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import { describeNoun, system, type RowOf } from '@quittance/nouns';
import type { FormId, SubmissionId } from '../forms/form.js';

const VIA = { staff: 'Staff', public: 'The public' } as const;

const nullable = { nullable: true } as const;

/** What was filled in, against which version, and the record it made. */
export const submissionNoun = describeNoun({
  name: 'form-submission',
  label: 'Submission',
  pluralLabel: 'Submissions',
  path: '/forms/:id/submissions',
  table: 'customization.form_submission',
  alias: 's',
  defaultSort: '-submittedAt',
  members: {
    id: system(lookup<SubmissionId>('Id', null)),
    formId: system(lookup<FormId>('Form', null), { listed: false }),
    formVersion: system(integer('Version of the form')),
    // The values of the fields that were shown.
    values: system(json<Readonly<Record<string, FieldValue>>>('Values', { column: 'data' })),
    recordObject: system(
      text('Object', { maxLength: 100, help: 'The object of the record it made.' }),
      nullable,
    ),
    recordId: system(lookup<RecordId>('Record', null), nullable),
    via: system(picklist('Via', VIA)),
    submittedBy: system(lookup<UserId>('Submitted by', 'user'), nullable),
    submittedAt: system(datetime('Submitted at')),
  },
});

export type SubmissionView = RowOf<typeof submissionNoun.members>;
