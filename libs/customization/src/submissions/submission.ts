import {
  datetime,
  integer,
  json,
  lookup,
  picklist,
  text,
  type FieldValue,
} from '@quittance/fields';
import type { Instant, UserId } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import { describeRow, system, type RowOf } from '@quittance/rows';
import type { FormId, SubmissionId } from '../forms/form.js';

const VIA = { staff: 'Staff', public: 'The public' } as const;

const nullable = { nullable: true } as const;

/** What was filled in, against which version, and the record it made. */
export const submissionRow = describeRow({
  name: 'form-submission',
  label: 'Submission',
  pluralLabel: 'Submissions',
  path: '/forms/:id/submissions',
  table: 'customization.form_submission',
  defaultSort: '-submittedAt',
  fields: {
    id: system<SubmissionId>(lookup('Id', null)),
    formId: system<FormId>(lookup('Form', null, { filterable: false })),
    formVersion: system<number>(integer('Version of the form')),
    // The values of the fields that were shown.
    values: system<Readonly<Record<string, FieldValue>>>(json('Values', { column: 'data' })),
    recordObject: system<string | null>(
      text('Object', { maxLength: 100, help: 'The object of the record it made.' }),
      nullable,
    ),
    recordId: system<RecordId | null>(lookup('Record', null), nullable),
    via: system<keyof typeof VIA>(picklist('Via', VIA)),
    submittedBy: system<UserId | null>(lookup('Submitted by', 'user'), nullable),
    submittedAt: system<Instant>(datetime('Submitted at')),
  },
});

export type SubmissionView = RowOf<typeof submissionRow>;
