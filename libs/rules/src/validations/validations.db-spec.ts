import { WorkBudget } from '@quittance/work';
import { attemptCreates } from '@quittance/objects';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { faults, TestRules } from '../testing/test-rules.js';

let t: TestDatabase;
beforeAll(async () => {
  t = await testDatabase();
});
afterAll(() => t?.close());

/** Costs more than any evaluation may, and is known to before it is worked out. */
const POWER = `${'9'.repeat(30)}^999`;
const NAMED = { formula: 'LEN(name) >= 3', message: 'The name is too short.', field: 'name' };
const REACHABLE = {
  formula: 'OR(NOT(ISBLANK(email)), NOT(ISBLANK(phone)))',
  message: 'An e-mail address or a phone number is needed.',
  field: null,
};

describe('validation rules', () => {
  it('refuse a record for which they are not true, all at once and with their fields', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('validation', 'Name', NAMED);
    await rules.rule('validation', 'Reachable', REACHABLE);
    const refused = rules.make({ name: 'Al' });
    await expect(refused).rejects.toMatchObject({
      code: 'validation_failed',
      status: 422,
      options: {
        errors: [
          { pointer: '/name', code: 'validation_rule', message: NAMED.message },
          { pointer: '', code: 'validation_rule', message: REACHABLE.message },
        ],
      },
    });
    expect(await faults(rules.make({ name: 'Alan', email: 'a@example.com' }))).toEqual(['fine']);
  });

  it('hold for changes and for batches', async () => {
    const rules = await TestRules.open(t);
    const lead = await rules.make({ name: 'Al' });
    await rules.rule('validation', 'Name', NAMED);
    expect(await faults(rules.change(lead.id, { title: 'Dr' }))).toEqual([
      'validation_failed',
      '/name validation_rule',
    ]);
    expect(await rules.batch([{ name: 'Alan' }, { name: 'X' }])).toEqual([
      'Alan',
      'validation_failed',
    ]);
  });

  it('are left open by what is empty, and by nothing else', async () => {
    const rules = await TestRules.open(t);
    const about = { message: 'M', field: null };
    await rules.rule('validation', 'Early', { ...about, formula: 'AND(title < "m", name <> "")' });
    expect(await faults(rules.make({ name: 'Alan' }))).toEqual(['fine']);
    expect((await faults(rules.make({ name: 'Alan', title: 'x' })))[0]).toBe('validation_failed');
  });

  it('are not true where they cannot be worked out', async () => {
    const rules = await TestRules.open(t);
    const definition = { formula: '1 / score > 0', message: 'No score.', field: null };
    await rules.rule('validation', 'Score', definition);
    expect((await faults(rules.make({ name: 'Alan' })))[0]).toBe('validation_failed');
  });

  it('refuse a record that they cost too much to be asked of', async () => {
    const rules = await TestRules.open(t);
    const formula = `OR(${POWER} > LEN(name), TRUE)`;
    await rules.rule('validation', 'Power', { formula, message: 'No.', field: 'name' });
    expect(await faults(rules.make({ name: 'Alan' }))).toEqual([
      'validation_failed',
      '/name too_much_work',
    ]);
  });

  it('refuse everything that is left where the request has nothing left to spend', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('validation', 'Name', NAMED);
    const by = { ...rules.ctx, work: new WorkBudget(100) };
    const all = await rules.write(
      (tx, object) => attemptCreates(tx, object, [{ name: 'Alan' }, { name: 'Ada' }]),
      { by },
    );
    const codes = all.map(({ error }) => error?.code);
    expect(codes).toEqual(['request_too_costly', 'request_too_costly']);
    expect(await rules.rows('select 1 from crm.lead')).toEqual([]);
    expect(await rules.batch([{ name: 'Alan' }])).toEqual(['Alan']);
  });

  it('reach through a lookup', async () => {
    const rules = await TestRules.open(t);
    const definition = {
      formula: 'account.name <> "Blocked"',
      message: 'The account is blocked.',
      field: 'accountId',
    };
    await rules.rule('validation', 'Blocked', definition, 'contact');
    const account = await rules.make({ name: 'Blocked' }, [], { object: 'account' });
    const contact = { firstName: 'A', lastName: 'B', accountId: account.id };
    expect(await faults(rules.make(contact, [], { object: 'contact' }))).toEqual([
      'validation_failed',
      '/accountId validation_rule',
    ]);
  });

  it('are at rest when they are switched off', async () => {
    const rules = await TestRules.open(t);
    const { id } = await rules.rule('validation', 'Name', NAMED);
    await rules.update.execute(rules.ctx, 'validation', id, { active: false }, null);
    expect(await faults(rules.make({ name: 'Al' }))).toEqual(['fine']);
  });
});

describe('what is defined wrongly', () => {
  test.each([
    ['LEN(name', '/formula formula_syntax'],
    ['LEN(nope) > 1', '/formula formula_unknown_field'],
    ['LEN(name)', '/formula formula_result_type'],
    ['account.owner.name = "x"', '/formula formula_too_many_hops'],
    ['eval("1")', '/formula formula_unknown_function'],
    ['1'.repeat(5_000), '/formula formula_too_long'],
  ])('%# is refused with its place', async (formula, fault) => {
    const rules = await TestRules.open(t);
    const work = rules.rule('validation', 'R', { formula, message: 'M', field: null });
    expect(await faults(work)).toEqual(['validation_failed', fault]);
  });

  it('tells everything at once', async () => {
    const rules = await TestRules.open(t);
    const definition = { formula: 'nope = LEN(1)', message: 'M', field: 'gone' };
    expect(await faults(rules.rule('validation', 'R', definition))).toEqual([
      'validation_failed',
      '/formula formula_unknown_field',
      '/formula formula_argument_type',
      '/field unknown_field',
    ]);
  });

  it('is not named twice, and not made without end', async () => {
    const rules = await TestRules.open(t);
    await rules.rule('validation', 'Same', NAMED);
    expect(await faults(rules.rule('validation', 'same', NAMED))).toEqual(['rule_name_taken']);
    expect(await faults(rules.rule('validation', 'same', NAMED, 'account'))).toEqual(['fine']);
    for (let i = 1; i < 50; i += 1) await rules.rule('validation', `R ${i}`, NAMED);
    expect(await faults(rules.rule('validation', 'One more', NAMED))).toEqual([
      'rule_limit_reached',
    ]);
  });
});
