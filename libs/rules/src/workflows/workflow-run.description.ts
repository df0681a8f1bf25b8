import type { EventType } from '@quittance/contracts';
import { datetime, describeField, integer, json, lookup, picklist, text } from '@quittance/fields';
import type { Id } from '@quittance/kernel';
import type { RecordId } from '@quittance/metadata';
import { describeNoun, system, type RowOf } from '@quittance/nouns';
import { LENGTHS } from '../definitions/read-setup-rule.js';
import type { RuleId } from '../rules/rule.js';
import type { RunDetails } from './run-details.js';

/**
 * `done` all actions · `failed` none: what they had done was undone · `too_deep` not run, because
 * rules set one another off.
 */
const OUTCOMES = { done: 'Done', failed: 'Failed', too_deep: 'Too deep' } as const;

/** What the log says in place of an event of a rule that the clock has called: its trigger. */
export const BY_CLOCK = 'date';

const nullable = { nullable: true } as const;

/** What a workflow rule did about one event. */
export const workflowRunNoun = describeNoun({
  name: 'workflow-run',
  label: 'Workflow run',
  pluralLabel: 'Workflow runs',
  path: '/workflow-runs',
  table: 'rules.workflow_run',
  alias: 'w',
  defaultSort: '-ranAt',
  members: {
    id: system(lookup<Id<'workflow-run'>>('Id', null)),
    ruleId: system(lookup<RuleId>('Rule', null)),
    ruleName: system(text('Name of the rule', { searched: true, maxLength: LENGTHS.name })),
    object: system(
      text('Object', {
        searched: true,
        maxLength: LENGTHS.field,
        help: 'API name of the object, built in or custom.',
      }),
      { example: 'lead' },
    ),
    recordId: system(lookup<RecordId>('Record', null)),
    eventId: system(lookup('Event', null, { help: 'The event that set the rule off.' })),
    eventType: system(
      describeField<EventType | typeof BY_CLOCK>('text', 'Type of the event', {
        maxLength: 100,
        help: '`date` where the clock set the rule off, and no event.',
      }),
    ),
    depth: system(
      integer('Depth', { help: 'How many events led to it; from 5 on rules are not run.' }),
      { columnType: 'smallint' },
    ),
    outcome: system(
      picklist('Outcome', OUTCOMES, {
        help: '`failed`: what the rule had done was undone. `too_deep`: it was not run.',
      }),
    ),
    actions: system(integer('Actions', { help: 'Actions of the rule.' })),
    error: system(
      text('Error', { searched: true, maxLength: 100, help: 'A problem code.' }),
      nullable,
    ),
    message: system(
      text('Message', {
        maxLength: 500,
        help: 'Null, as `details`, for who may not view all records of those objects.',
      }),
      { ...nullable, listed: false },
    ),
    details: system(
      json<RunDetails>('Details', {
        help:
          'What it has `read` and `wrote`. Null of runs from before this was kept, and for ' +
          'who may not view all records of the objects that it reads or writes.',
      }),
      { ...nullable, listed: false },
    ),
    ranAt: system(datetime('Ran at')),
  },
});

/** One line of the log of workflow rules. */
export type WorkflowRunView = RowOf<typeof workflowRunNoun.members>;
