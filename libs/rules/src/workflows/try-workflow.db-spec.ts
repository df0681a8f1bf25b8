import { newId } from '@quittance/kernel';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { TestRules } from '../testing/test-rules.js';
import type { WorkflowAction, WorkflowDefinition } from '../rules/rule.js';
import type { RunDetails } from './run-details.js';
import { TryWorkflow } from './try-workflow.js';
import { WorkflowSubjects } from './workflow-subjects.js';

let t: TestDatabase;
let rules: TestRules;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  rules = await TestRules.open(t);
});
afterAll(() => t?.close());

const TASK: WorkflowAction = {
  kind: 'create_task',
  subject: 'Call {{ name }}',
  description: null,
  dueInDays: null,
  ownerId: null,
};
const TITLE: WorkflowAction = { kind: 'set_field', field: 'title', formula: '"x" & companyName' };

const rule = (more: Partial<WorkflowDefinition> = {}) => {
  const base = { trigger: 'create', field: null, condition: null } as const;
  return rules.rule('workflow', 'R', { ...base, actions: [TITLE, TASK], ...more });
};
const tried = (id: string, sample: Parameters<TryWorkflow['execute']>[2]) =>
  new TryWorkflow(t.db, rules.models, new WorkflowSubjects()).execute(
    rules.ctx,
    id as Parameters<TryWorkflow['execute']>[1],
    sample,
  );

it('tells what a rule would read and write, and does none of it', async () => {
  const { id } = await rule({ condition: 'PRIORVALUE(companyName) = "Old"' });
  const lead = await rules.make({ name: 'Ada', companyName: 'Acme' });
  const sample = { recordId: lead.id, before: { companyName: 'Old' } };
  expect(await tried(id, sample)).toEqual({
    outcome: 'done',
    error: null,
    message: null,
    details: {
      read: { companyName: 'Acme', name: 'Ada' },
      wrote: [
        {
          action: 'set_field',
          object: 'lead',
          recordIds: [lead.id],
          values: { title: 'xAcme' },
        },
        {
          action: 'create_task',
          object: 'task',
          recordIds: [expect.any(String)],
          values: { subject: 'Call Ada', relatedObject: 'lead', relatedId: lead.id },
        },
      ],
      resources: ['leads', 'tasks'],
    },
  });
  expect((await tried(id, { recordId: lead.id })).outcome).toBe('not_due');
  expect(await rules.rows('select title, version from crm.lead')).toEqual([
    { title: null, version: 1 },
  ]);
  expect(await rules.rows('select 1 from crm.task')).toEqual([]);
  await expect(tried(id, { recordId: newId() })).rejects.toMatchObject({
    code: 'reference_not_found',
  });
});

it('is what the log of the rule says afterwards', async () => {
  const { id } = await rule();
  const lead = await rules.make({ name: 'Ada', companyName: 'Acme' });
  const { details } = await tried(id, { recordId: lead.id, isNew: true });
  await rules.dispatch();
  const [run] = await rules.rows<{ details: RunDetails }>('select details from rules.workflow_run');
  const withoutIds = ({ wrote, ...rest }: RunDetails) => ({
    ...rest,
    wrote: wrote.map(({ recordIds: _, ...each }) => each),
  });
  expect(withoutIds(run?.details as RunDetails)).toEqual(withoutIds(details));
});
