import { MetadataUsage } from '@quittance/customization';
import { CreateField, DefinedMetadata, DeleteField } from '@quittance/customization/host';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { request } from '../testing/approval-stage.js';
import { TestRules } from '../testing/test-rules.js';
import type { WorkflowAction, WorkflowDefinition } from './rule.js';

let t: TestDatabase;
let rules: TestRules;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  rules = await TestRules.open(t, new DefinedMetadata());
  const create = new CreateField(t.db, rules.models);
  await create.execute(rules.ctx, 'lead', { name: 'gone__c', label: 'Gone', type: 'text' });
  await create.execute(rules.ctx, 'lead', { name: 'mail__c', label: 'Mail', type: 'email' });
});
afterAll(() => t?.close());

const set = (field: string): WorkflowAction => ({ kind: 'set_field', field, formula: '"set"' });

function rule(name: string, action: WorkflowAction, more: Partial<WorkflowDefinition> = {}) {
  const definition = { trigger: 'save', field: null, condition: null, actions: [action] } as const;
  return rules.rule('workflow', name, { ...definition, ...more });
}

async function remove(...names: readonly string[]): Promise<void> {
  const drop = new DeleteField(t.db, rules.models, new MetadataUsage());
  for (const name of names) await drop.execute(rules.ctx, 'lead', name, null);
}

describe('a rule whose field is gone', () => {
  it('stops no record that is saved, and neither do its other actions run', async () => {
    await rule('Before', set('gone__c'), {
      timing: 'before_save',
      actions: [set('title'), set('gone__c')],
    });
    await remove('gone__c');
    expect(await rules.make({ name: 'Ada' })).toMatchObject({ name: 'Ada', title: null });
  });

  it('is neither run nor fails behind the save, whatever it names the field for', async () => {
    const letter = { kind: 'send_email', template: 'RECORD_NOTICE', message: 'Look' } as const;
    await rule('Sets', set('gone__c'));
    await rule('Hears', set('title'), { trigger: 'change', field: 'gone__c' });
    await rule('Writes', { ...letter, to: 'mail__c' });
    await rule('Asks', { ...request(['owner']), field: 'gone__c' });
    const about = { formula: 'name <> "Bad"', message: 'No.', field: 'gone__c' };
    await rules.rule('validation', 'Tells', about);
    await remove('gone__c', 'mail__c');
    await rules.make({ name: 'Bad' });
    await rules.dispatch();
    expect(await rules.runs()).toEqual([]);
  });
});
