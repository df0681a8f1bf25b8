import { DomainError } from '@quittance/kernel';
import { TERMS, aDefinition, aFormField, anAction } from '../testing/a-form';
import { checkedDefinition } from './check-definition';
import { FORM_MOVES, FORM_STATUSES, mayMove, type FormDefinition, type FormMove } from './form';
import { companyOfToken, formTokenHash, newFormToken } from '../submissions/public-link';
import { readSubmission } from '../submissions/read-submission';
import { newId } from '@quittance/kernel';

const options = (...codes: string[]) => ({
  options: codes.map((code) => ({ code, label: code, active: true })),
});
const eq = (field: string, value: unknown) => ({ field, op: 'eq', value });
const read = async (definition: FormDefinition, values: object) => {
  const checked = checkedDefinition(definition, new Map(), TERMS);
  const { values: stored, errors } = await readSubmission(
    checked,
    values as Record<string, unknown>,
    TERMS,
  );
  return { stored, errors: errors.map(({ pointer, code }) => `${pointer} ${code}`) };
};
const faults = (definition: FormDefinition) => {
  try {
    checkedDefinition(definition, new Map(), TERMS);
    return [];
  } catch (error) {
    const { errors = [] } = (error as DomainError).options;
    return errors.map(({ pointer, code }) => `${pointer} ${code}`);
  }
};

describe('the states of a form', () => {
  const ALLOWED: Record<FormMove, string[]> = {
    edit: ['draft', 'published'],
    publish: ['draft', 'published'],
    archive: ['draft', 'published'],
    restore: ['archived'],
    submit: ['published'],
  };
  const cells = (Object.keys(FORM_MOVES) as FormMove[]).flatMap((move) =>
    FORM_STATUSES.map((status) => [move, status, ALLOWED[move].includes(status)] as const),
  );
  test.each(cells)('%s when %s: %s', (move, status, allowed) => {
    expect(mayMove(move, status)).toBe(allowed);
  });
});

describe('a filled-in form', () => {
  test('is read by the types of its fields, with every fault at once', async () => {
    const definition = aDefinition([
      aFormField('name', 'text', { required: true }),
      aFormField('age', 'integer', { settings: { min: '18' } }),
      aFormField('mail', 'email'),
      aFormField('colour', 'picklist', { settings: options('red', 'blue') }),
    ]);
    const good = { name: 'Mia', age: 18, mail: 'mia@example.com', colour: 'red' };
    expect(await read(definition, good)).toMatchObject({
      stored: { name: 'Mia', colour: 'red' },
      errors: [],
    });
    expect(
      (await read(definition, { age: 3, mail: 'no', colour: 'green', toString: 1 })).errors,
    ).toEqual([
      '/values/toString unknown_field',
      '/values/name required',
      '/values/age min',
      '/values/mail format',
      expect.stringMatching(/^\/values\/colour /),
    ]);
  });

  const conditional = aDefinition(
    [
      aFormField('kind', 'picklist', { settings: options('person', 'company') }),
      aFormField('vat', 'text', { required: true }),
      aFormField('size', 'picklist', { settings: options('small', 'large') }),
      aFormField('note', 'text'),
    ],
    [
      { when: eq('kind', 'company'), actions: [anAction('show', 'vat')] },
      {
        when: eq('kind', 'person'),
        actions: [
          anAction('limit_options', 'size', { options: ['small'] }),
          anAction('require', 'note'),
          anAction('set_value', 'size', { value: 'small' }),
        ],
      },
      {
        when: eq('note', 'nothing'),
        actions: [anAction('optional', 'note'), anAction('hide', 'note')],
      },
    ],
  );

  test('neither demands nor keeps what is hidden', async () => {
    expect(
      await read(conditional, { kind: 'person', vat: 'x'.repeat(9999), note: 'Hello' }),
    ).toEqual({
      stored: { kind: 'person', size: 'small', note: 'Hello' },
      errors: [],
    });
    expect(await read(conditional, { vat: 'DE1', note: 'nothing' })).toEqual({
      stored: {},
      errors: [],
    });
  });

  test('demands what a rule shows or requires', async () => {
    expect((await read(conditional, { kind: 'company' })).errors).toEqual(['/values/vat required']);
    expect((await read(conditional, { kind: 'person' })).errors).toEqual(['/values/note required']);
    const shown = await read(conditional, { kind: 'company', vat: 'DE1', size: 'large' });
    expect(shown).toEqual({ stored: { kind: 'company', vat: 'DE1', size: 'large' }, errors: [] });
  });

  test('has the options that rules leave', async () => {
    const limited = aDefinition(
      [
        aFormField('sport', 'boolean'),
        aFormField('kinds', 'multi_select', { settings: options('a', 'b', 'c') }),
      ],
      [
        {
          when: eq('sport', true),
          actions: [anAction('limit_options', 'kinds', { options: ['a', 'b'] })],
        },
      ],
    );
    expect((await read(limited, { sport: true, kinds: ['a', 'c'] })).errors).toEqual([
      '/values/kinds enum',
    ]);
    expect((await read(limited, { sport: false, kinds: ['a', 'c'] })).errors).toEqual([]);
  });

  test('takes rules in their order: a hidden field is empty to those behind', async () => {
    const chained = aDefinition(
      [aFormField('a'), aFormField('b'), aFormField('c', 'text', { required: true })],
      [
        { when: eq('a', 'x'), actions: [anAction('hide', 'b')] },
        { when: { field: 'b', op: 'isNotSet' }, actions: [anAction('optional', 'c')] },
      ],
    );
    expect(await read(chained, { a: 'x', b: 'y' })).toEqual({ stored: { a: 'x' }, errors: [] });
    expect((await read(chained, { b: 'y' })).errors).toEqual(['/values/c required']);
  });
});

describe('the definition of a form', () => {
  test('is refused with everything that is wrong with it', () => {
    const broken = aDefinition(
      [
        aFormField('Name'),
        aFormField('twice'),
        aFormField('twice'),
        aFormField('__proto__'),
        aFormField('choice', 'picklist'),
        aFormField('age', 'integer', { default: 'old', settings: { colour: 'red' } }),
        aFormField('day', 'date', { default: '2026-02-30' }),
      ],
      [
        { when: eq('gone', 1), actions: [anAction('show', 'gone')] },
        {
          when: { and: [] },
          actions: [
            anAction('set_value', 'day', { value: 'never' }),
            anAction('limit_options', 'day', { options: ['x'] }),
            anAction('hide', 'day', { value: 1 }),
          ],
        },
      ],
      { mapping: { object: 'nothing', fields: {} } },
    );
    expect(faults(broken)).toEqual([
      '/sections/0/fields/0/name format',
      '/sections/0/fields/2/name duplicate',
      '/sections/0/fields/3/name format',
      expect.stringMatching(/^\/sections\/0\/fields\/4\/settings/),
      '/sections/0/fields/5/settings/colour unknown_field',
      expect.stringMatching(/^\/sections\/0\/fields\/6\/default /),
      '/rules/0/when/field unknown_field',
      '/rules/0/actions/0/field unknown_field',
      '/rules/1/when/and min',
      expect.stringMatching(/^\/rules\/1\/actions\/0\/value /),
      '/rules/1/actions/1/options enum',
      '/rules/1/actions/2/value state',
      '/mapping/object unknown_object',
    ]);
  });

  test('has at most a hundred fields', () => {
    const fields = Array.from({ length: 101 }, (_, i) => aFormField(`f${i}`));
    expect(faults(aDefinition(fields))).toEqual(['/sections max']);
  });
});

describe('the word in a public link', () => {
  test('names its company and is like no other', () => {
    const companyId = newId<'company'>();
    const [one, two] = [newFormToken(companyId), newFormToken(companyId)];
    expect(companyOfToken(one)).toBe(companyId);
    expect(formTokenHash(one)).not.toBe(formTokenHash(two));
  });

  test.each(['', 'qf_', 'qf_short', '../etc', `qf_${'%'.repeat(54)}`])('%j is none', (token) => {
    expect(companyOfToken(token)).toBeUndefined();
  });
});
