import { datetime, integer, json, lookup, picklist, text } from '@quittance/fields';
import type { Id, UserId } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import { describeNoun, system, type RowOf } from '@quittance/nouns';
import type { ApprovalStep, RuleId } from '../rules/rule.js';
import { RECORD_APPROVAL_STATUSES, type ApprovalEntry } from './approval.js';

export type RecordApprovalId = Id<'record-approval'>;

const nullable = { nullable: true } as const;

/** What a rule asks people about a record. */
export const recordApprovalNoun = describeNoun({
  name: 'record-approval',
  label: 'Approval of a record',
  pluralLabel: 'Approvals of records',
  path: '/record-approvals',
  table: 'rules.approval',
  alias: 'a',
  defaultSort: '-requestedAt',
  members: {
    id: system(lookup<RecordApprovalId>('Id', null)),
    ruleId: system(lookup<RuleId>('Rule', null)),
    ruleName: system(text('Name of the rule', { searched: true, maxLength: 100 })),
    object: system(text('Object', { searched: true, maxLength: 100 }), {
      example: 'lead',
    }),
    recordId: system(lookup<RecordId>('Record', null)),
    // Neither is filtered, sorted or searched by: that would tell those to whom it is not shown.
    title: system(
      text('Title of the record', {
        maxLength: 500,
        help: 'Null for who is not asked and may not see it in the record.',
      }),
      { ...nullable, listed: false },
    ),
    message: system(
      text('Message', {
        maxLength: 4_000,
        help: 'Null for who is not asked and may not view all that it shows something of.',
      }),
      { ...nullable, listed: false },
    ),
    field: system(text('Field', { maxLength: 100, help: 'The field that shows the status.' }), {
      ...nullable,
      listed: false,
    }),
    status: system(
      picklist('Status', RECORD_APPROVAL_STATUSES, { help: '`waiting`: the record is locked.' }),
    ),
    step: system(integer('Step', { help: 'The step that waits, from 1.' }), {
      columnType: 'smallint',
    }),
    steps: system(json<readonly ApprovalStep[]>('Steps'), { listed: false }),
    asked: system(
      json<readonly UserId[]>('Asked', { help: 'The users who may decide about the step.' }),
      { listed: false },
    ),
    requestedBy: system(lookup<UserId>('Requested by', null), nullable),
    changedBy: system(
      json<readonly UserId[]>('Changed by', {
        help:
          'Who else had changed the record by then, or had caused what was asked of it before ' +
          'and was recalled or rejected; they do not decide about it either.',
      }),
      { listed: false },
    ),
    requestedAt: system(datetime('Requested at')),
    dueAt: system(
      datetime('Due at', {
        help: 'When the step that waits should be decided; null: at any time.',
      }),
      nullable,
    ),
    decidedAt: system(datetime('Decided at'), nullable),
    history: system(
      json<readonly ApprovalEntry[]>('History', { help: 'Who has said what, the first first.' }),
      { listed: false },
    ),
  },
});

export type RecordApproval = RowOf<typeof recordApprovalNoun.members>;
