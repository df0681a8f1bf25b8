import { deleteRecords, updateRecords } from '@quittance/objects';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { faults, TestRules } from '../testing/test-rules.js';
import type { WorkflowAction, WorkflowDefinition } from '../rules/rule.js';

let t: TestDatabase;
let rules: TestRules;
beforeAll(async () => {
  t = await testDatabase();
});
beforeEach(async () => {
  rules = await TestRules.open(t);
});
afterAll(() => t?.close());

function rule(
  actions: readonly WorkflowAction[],
  object: string,
  more: Partial<WorkflowDefinition> = {},
) {
  const base = { trigger: 'save', field: null, condition: null } as const;
  return rules.rule('workflow', 'R', { ...base, actions, ...more }, object);
}

const make = (object: string, input: Readonly<Record<string, unknown>>) =>
  rules.make(input, [], { object });
const outcomes = async () => (await rules.runs()).map(({ outcome, error }) => [outcome, error]);

describe('an action on other records', () => {
  it('sets a field of the record that a lookup leads to, as it is by then', async () => {
    const set = {
      kind: 'set_related',
      relation: 'accountId',
      field: 'phone',
      formula: 'BLANKVALUE(account.phone, "") & "[" & lastName & "]"',
    } as const;
    await rule([set], 'contact');
    const account = await make('account', { name: 'Acme' });
    await make('contact', { lastName: 'Ada', accountId: account.id });
    await make('contact', { lastName: 'Bea', accountId: account.id });
    await make('contact', { lastName: 'Cy' });
    await rules.dispatch();
    expect(await rules.rows('select phone, version from crm.account')).toEqual([
      { phone: expect.stringMatching(/^(\[Ada\]\[Bea\]|\[Bea\]\[Ada\])$/), version: 3 },
    ]);
    expect(await outcomes()).toEqual([
      ['done', null],
      ['done', null],
      ['done', null],
    ]);
  });

  it('sets a field of all that point at the record, and is judged by their rules', async () => {
    const set = {
      kind: 'set_related',
      relation: 'contact.accountId',
      field: 'title',
      formula: '"of " & name',
    } as const;
    const account = await make('account', { name: 'Acme' });
    for (const lastName of ['Ada', 'Bea']) {
      await make('contact', { lastName, accountId: account.id });
    }
    await make('contact', { lastName: 'Cy' });
    await rules.dispatch();
    await rule([set], 'account', { trigger: 'update' });
    const rename = (name: string) =>
      rules.write((tx, of) => updateRecords(tx, of, [{ id: account.id, patch: { name } }]), {
        object: 'account',
      });
    await rename('Beta');
    await rules.dispatch();
    expect(await rules.rows('select last_name as name, title from crm.contact order by 1')).toEqual(
      [
        { name: 'Ada', title: 'of Beta' },
        { name: 'Bea', title: 'of Beta' },
        { name: 'Cy', title: null },
      ],
    );
    const quiet = { formula: 'lastName <> "Ada"', message: 'Not her.', field: null };
    await rules.rule('validation', 'Quiet', quiet, 'contact');
    await rename('Gamma');
    await rules.dispatch();
    expect((await outcomes()).at(-1)).toEqual(['failed', 'validation_failed']);
    expect(await rules.rows(`select title from crm.contact where last_name = 'Bea'`)).toEqual([
      { title: 'of Beta' },
    ]);
  });

  it('makes a record of what formulas come to', async () => {
    const made = {
      kind: 'create_record',
      object: 'lead',
      values: [
        { field: 'name', formula: 'lastName & " again"' },
        { field: 'email', formula: 'email' },
        { field: 'title', formula: 'title' },
      ],
    } as const;
    await rule([made], 'contact', { trigger: 'create' });
    await make('contact', { lastName: 'Ada', email: 'ada@example.com' });
    await rules.dispatch();
    expect(await rules.rows('select name, email, title from crm.lead')).toEqual([
      { name: 'Ada again', email: 'ada@example.com', title: null },
    ]);
  });

  it('makes records of records that rules have made twice in a row, and no more', async () => {
    const again = {
      kind: 'create_record',
      object: 'lead',
      values: [{ field: 'name', formula: 'name & "+"' }],
    } as const;
    await rule([again, again, again], 'lead', { trigger: 'create' });
    await make('lead', { name: 'Ada' });
    await rules.dispatch();
    const made = await rules.rows(
      'select name, count(*)::int as n from crm.lead group by 1 order by 1',
    );
    expect(made).toEqual([
      { name: 'Ada', n: 1 },
      { name: 'Ada+', n: 3 },
      { name: 'Ada++', n: 9 },
    ]);
    const told = (await rules.runs()).map(({ outcome, depth }) => `${outcome} ${depth}`);
    expect(told.filter((each) => each === 'too_deep 2')).toHaveLength(9);
  });

  it('sets off rules in a circle through children no more often than twice', async () => {
    const there = {
      kind: 'set_related',
      relation: 'accountId',
      field: 'phone',
      formula: 'BLANKVALUE(account.phone, "") & "x"',
    } as const;
    const back = {
      kind: 'set_related',
      relation: 'contact.accountId',
      field: 'title',
      formula: 'phone',
    } as const;
    await rule([there], 'contact');
    await rule([back], 'account');
    const account = await make('account', { name: 'Acme' });
    await make('contact', { lastName: 'Ada', accountId: account.id });
    await rules.dispatch();
    const depths = (await rules.runs()).map(({ outcome, depth }) => `${outcome} ${depth}`);
    expect(depths.at(-1)).toMatch(/^too_deep [23]$/);
    // The account and the contact may begin a circle each: which is told of first is open.
    expect(depths.length).toBeLessThan(9);
  });

  it('puts whom the record leads to on the list of a campaign, once', async () => {
    const { id: campaignId } = await make('campaign', { name: 'Spring' });
    const base = { kind: 'add_to_campaign', campaignId } as const;
    const own = { ...base, person: null, status: 'planned' } as const;
    const led = { ...base, person: 'contactId', status: 'responded' } as const;
    await rule([own], 'lead');
    await rule([led], 'case');
    const { id: leadId } = await make('lead', { name: 'Lea' });
    await rules.change(leadId, { title: 'again' });
    const { id: contactId } = await make('contact', { lastName: 'Con' });
    await make('case', { subject: 'With', contactId });
    await make('case', { subject: 'Without' });
    await rules.dispatch();
    expect(await outcomes()).toEqual(Array(4).fill(['done', null]));
    expect(
      await rules.rows(`select lead_id as "leadId", contact_id as "contactId", status
        from crm.campaign_member order by status`),
    ).toEqual([
      { leadId, contactId: null, status: 'planned' },
      { leadId: null, contactId, status: 'responded' },
    ]);
    const [told] = await rules.rows(
      `select count(*)::int from outbox.event where type = 'campaign.members_added'`,
    );
    expect(told).toEqual({ count: 2 });
  });

  it('fails where the campaign is gone, and leaves the record alone', async () => {
    const { id: campaignId } = await make('campaign', { name: 'Spring' });
    const add = { kind: 'add_to_campaign', campaignId, person: null, status: 'planned' } as const;
    await rule([{ kind: 'set_field', field: 'title', formula: '"x"' }, add], 'lead');
    await rules.write((tx, of) => deleteRecords(tx, of, [{ id: campaignId }]), {
      object: 'campaign',
    });
    await make('lead', { name: 'Lea' });
    await rules.dispatch();
    expect(await outcomes()).toEqual([['failed', 'not_found']]);
    expect(await rules.rows('select title from crm.lead')).toEqual([{ title: null }]);
  });

  it.each<readonly [string, WorkflowAction, string]>([
    [
      'a campaign that there is not',
      {
        kind: 'add_to_campaign',
        campaignId: '019a0000-0000-7000-8000-000000000000',
        person: null,
        status: 'sent',
      },
      '/actions/0/campaignId reference_not_found',
    ],
    [
      'no relation',
      { kind: 'set_related', relation: 'name', field: 'title', formula: '"x"' },
      '/actions/0/relation reference_not_found',
    ],
    [
      'no lookup that leads here',
      { kind: 'set_related', relation: 'contact.ownerId', field: 'title', formula: '"x"' },
      '/actions/0/relation reference_not_found',
    ],
    [
      'a field that rules cannot set',
      { kind: 'set_related', relation: 'accountId', field: 'createdAt', formula: 'NOW()' },
      '/actions/0/field read_only',
    ],
    [
      'no object',
      { kind: 'create_record', object: 'nothing', values: [] },
      '/actions/0/object reference_not_found',
    ],
    [
      'a value of another type',
      { kind: 'create_record', object: 'lead', values: [{ field: 'name', formula: '1' }] },
      '/actions/0/values/0/formula formula_result_type',
    ],
  ])('%s is refused with its place', async (_, action, expected) => {
    const code = expected.endsWith(' reference_not_found')
      ? 'reference_not_found'
      : 'validation_failed';
    expect(await faults(rule([action], 'contact'))).toEqual([code, expected]);
  });
});
