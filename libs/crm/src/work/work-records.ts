import {
  date,
  datetime,
  lookup,
  picklist,
  text,
  textarea,
  type FieldDescription,
} from '@quittance/fields';
import { defineObject } from '@quittance/metadata';
import { workHooks } from './work-hooks.js';

const SYSTEM = { readOnly: true } as const;

/** What activities and tasks have in common; a due time and a status stand between. */
function work(own: Readonly<Record<string, FieldDescription>>) {
  return {
    subject: text('Subject', { required: true, searched: true, maxLength: 255 }),
    description: textarea('Description'),
    ...own,
    priority: picklist('Priority', { master: 'task_priority' }),
    relatedObject: text('Related object', {
      maxLength: 63,
      help: 'API name of the object of the related record; sent together with `relatedId`.',
    }),
    relatedId: lookup('Related record', null, { targetField: 'relatedObject' }),
    completedAt: datetime('Completed at', SYSTEM),
  };
}

/** What was done with a customer: calls, meetings, notes, e-mails. */
export const activityObject = defineObject({
  name: 'activity',
  label: 'Activity',
  pluralLabel: 'Activities',
  path: '/activities',
  resource: 'activities',
  table: 'crm.activity',
  titleField: 'subject',
  defaultSort: '-createdAt',
  fields: work({
    kind: picklist(
      'Kind',
      { call: 'Call', meeting: 'Meeting', note: 'Note', email: 'E-mail' },
      { required: true },
    ),
    dueAt: datetime('Due at'),
    status: picklist(
      'Status',
      { open: 'Open', completed: 'Completed', cancelled: 'Cancelled' },
      { required: true, default: 'open' },
    ),
  }),
  hooks: workHooks,
});

/** What somebody has to do. */
export const taskObject = defineObject({
  name: 'task',
  label: 'Task',
  pluralLabel: 'Tasks',
  path: '/tasks',
  resource: 'tasks',
  table: 'crm.task',
  titleField: 'subject',
  defaultSort: '-createdAt',
  fields: work({
    dueDate: date('Due'),
    status: picklist(
      'Status',
      {
        open: 'Open',
        in_progress: 'In progress',
        completed: 'Completed',
        cancelled: 'Cancelled',
      },
      { required: true, default: 'open' },
    ),
  }),
  hooks: workHooks,
});
