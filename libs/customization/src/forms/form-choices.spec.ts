import { DomainError, type FieldError } from '@quittance/kernel';
import { TERMS, aDefinition, aFormField, anAction } from '../testing/a-form';
import { checkedDefinition } from './check-definition';
import type { FormDefinition, FormField } from './form';
import { readSubmission } from '../submissions/read-submission';

const options = (...codes: string[]) => ({
  options: codes.map((code) => ({ code, label: code, active: true })),
});
const eq = (field: string, value: unknown) => ({ field, op: 'eq', value });
const read = async (definition: FormDefinition, values: Record<string, unknown>) => {
  const checked = checkedDefinition(definition, new Map(), TERMS);
  const { values: stored, errors } = await readSubmission(checked, values, TERMS);
  return { stored, errors: errors.map(({ pointer, code }) => `${pointer} ${code}`) };
};
const refusals = (definition: FormDefinition): readonly FieldError[] => {
  try {
    checkedDefinition(definition, new Map(), TERMS);
    return [];
  } catch (error) {
    return (error as DomainError).options.errors ?? [];
  }
};
const faults = (definition: FormDefinition) =>
  refusals(definition).map(({ pointer, code }) => `${pointer} ${code}`);

const dependsOn = (field: string, allowed: Record<string, string[]>) => ({
  dependsOn: { field, allowed },
});
/** City, country, continent: each is asked before the one that controls it. */
const place = (city: Partial<FormField> = {}, more: Partial<FormField> = {}) => [
  aFormField('city', 'multi_select', {
    settings: {
      ...options('paris', 'lyon', 'lima'),
      ...dependsOn('country', { fr: ['paris', 'lyon'], pe: ['lima'] }),
    },
    ...city,
  }),
  aFormField('country', 'picklist', {
    settings: { ...options('fr', 'pe'), ...dependsOn('continent', { eu: ['fr'], sa: ['pe'] }) },
    ...more,
  }),
  aFormField('continent', 'picklist', { settings: options('eu', 'sa') }),
];

describe('a choice that another field of the form controls', () => {
  test('is taken where it goes with that one, wherever the two stand', async () => {
    const values = { continent: 'eu', country: 'fr', city: ['lyon', 'paris'] };
    const stored = { ...values, city: ['paris', 'lyon'] };
    expect(await read(aDefinition(place()), values)).toEqual({ stored, errors: [] });
  });

  test.each([
    [{ continent: 'eu', country: 'pe' }, ['/values/country dependency']],
    [{ country: 'fr' }, ['/values/country dependency']],
    [{ continent: 'eu', country: 'fr', city: ['paris', 'lima'] }, ['/values/city/1 dependency']],
    [{ continent: 'nowhere', country: 'fr' }, ['/values/continent enum']],
    [{ continent: 'eu', country: 'pe', city: ['lima'] }, ['/values/country dependency']],
  ])('is refused where it does not: %j', async (values, errors) => {
    expect((await read(aDefinition(place()), values)).errors).toEqual(errors);
  });

  test('goes with the default of that one', async () => {
    const fields = [
      aFormField('size', 'picklist', {
        settings: { ...options('s', 'xl'), ...dependsOn('adult', { true: ['xl'], false: ['s'] }) },
      }),
      aFormField('adult', 'boolean', { default: true }),
    ];
    const definition = aDefinition(fields);
    expect(await read(definition, { size: 'xl' })).toEqual({
      stored: { size: 'xl', adult: true },
      errors: [],
    });
    expect((await read(definition, { size: 's' })).errors).toEqual(['/values/size dependency']);
    expect((await read(definition, { size: 's', adult: false })).errors).toEqual([]);
  });

  test('is left empty where only a default or a rule put it, and it does not go', async () => {
    const withDefault = aDefinition(place({}, { default: 'fr' }));
    expect((await read(withDefault, { continent: 'eu' })).stored).toEqual({
      continent: 'eu',
      country: 'fr',
    });
    expect(await read(withDefault, { continent: 'sa' })).toEqual({
      stored: { continent: 'sa' },
      errors: [],
    });
    expect(
      (await read(aDefinition(place({}, { default: 'fr', required: true })), {})).errors,
    ).toEqual(['/values/country required']);
    const byRule = aDefinition(place(), [
      { when: eq('continent', 'sa'), actions: [anAction('set_value', 'country', { value: 'fr' })] },
    ]);
    expect((await read(byRule, { continent: 'sa', country: 'pe' })).stored).toEqual({
      continent: 'sa',
    });
  });

  test('is asked of what the rules leave in that one', async () => {
    const definition = aDefinition(
      [...place(), aFormField('home', 'boolean')],
      [
        { when: eq('home', true), actions: [anAction('set_value', 'continent', { value: 'eu' })] },
        { when: eq('home', false), actions: [anAction('hide', 'continent')] },
      ],
    );
    expect(await read(definition, { home: true, country: 'fr' })).toEqual({
      stored: { home: true, continent: 'eu', country: 'fr' },
      errors: [],
    });
    expect(
      (await read(definition, { home: false, continent: 'eu', country: 'fr' })).errors,
    ).toEqual(['/values/country dependency']);
  });

  test('is defined with a field that can control it', () => {
    const broken = aDefinition([
      aFormField('a', 'picklist', {
        settings: { ...options('x'), ...dependsOn('b', { x: ['x'] }) },
      }),
      aFormField('b', 'picklist', {
        settings: { ...options('x'), ...dependsOn('a', { x: ['x'] }) },
      }),
      aFormField('c', 'picklist', { settings: { ...options('x'), ...dependsOn('no', {}) } }),
      aFormField('d', 'picklist', { settings: { ...options('x'), ...dependsOn('word', {}) } }),
      aFormField('e', 'picklist', {
        default: 'y',
        settings: { ...options('x', 'y'), ...dependsOn('plain', { x: ['x'], z: ['x'] }) },
      }),
      aFormField('word'),
      aFormField('plain', 'picklist', { settings: options('x') }),
      aFormField('flag', 'picklist', {
        settings: { ...options('x'), ...dependsOn('bit', { yes: ['x'] }) },
      }),
      aFormField('bit', 'boolean'),
    ]);
    expect(faults(broken)).toEqual([
      '/sections/0/fields/4/default dependency',
      '/sections/0/fields/0/settings/dependsOn/field cycle',
      '/sections/0/fields/1/settings/dependsOn/field cycle',
      '/sections/0/fields/2/settings/dependsOn/field reference',
      '/sections/0/fields/3/settings/dependsOn/field reference',
      '/sections/0/fields/4/settings/dependsOn/allowed/z enum',
      '/sections/0/fields/7/settings/dependsOn/allowed/yes enum',
    ]);
  });
});

describe('a choice from a master', () => {
  const master = { settings: { master: 'industry' } };
  const fields = [
    aFormField('one', 'picklist', master),
    aFormField('some', 'multi_select', master),
    aFormField('why'),
  ];

  test('is an active entry of it', async () => {
    const definition = aDefinition(fields);
    const values = { one: 'mining', some: ['farming', 'mining'] };
    expect(await read(definition, values)).toEqual({ stored: values, errors: [] });
    expect((await read(definition, { one: 'magic', some: ['farming', 'magic'] })).errors).toEqual([
      '/values/one enum',
      '/values/some/1 enum',
    ]);
  });

  test('is limited by rules, and asked about by conditions', async () => {
    const definition = aDefinition(fields, [
      {
        when: eq('why', 'soil'),
        actions: [anAction('limit_options', 'one', { options: ['farming'] })],
      },
      { when: eq('one', 'mining'), actions: [anAction('require', 'why')] },
    ]);
    expect((await read(definition, { one: 'farming', why: 'soil' })).errors).toEqual([]);
    expect((await read(definition, { one: 'mining', why: 'soil' })).errors).toEqual([
      '/values/one enum',
    ]);
    expect((await read(definition, { one: 'mining' })).errors).toEqual(['/values/why required']);
  });

  test('that was a default and is none any more is left empty', async () => {
    const definition = aDefinition([
      aFormField('one', 'picklist', { ...master, default: 'mining' }),
    ]);
    const gone = { ...TERMS, hasEntry: () => false };
    expect(await readSubmission(definition, {}, gone)).toEqual({ values: {}, errors: [] });
    expect((await readSubmission(definition, { one: 'mining' }, gone)).errors).toMatchObject([
      { pointer: '/values/one', code: 'enum' },
    ]);
  });

  test('is defined with a master that there is, and with entries of it', () => {
    const broken = aDefinition(
      [
        aFormField('a', 'picklist', { settings: { master: 'magic' } }),
        aFormField('b', 'picklist', { ...master, default: 'magic' }),
        aFormField('c', 'picklist', master),
      ],
      [
        {
          when: eq('c', 'mining'),
          actions: [
            anAction('set_value', 'c', { value: 'magic' }),
            anAction('limit_options', 'c', { options: ['mining', 'magic'] }),
          ],
        },
      ],
    );
    expect(faults(broken)).toEqual([
      '/sections/0/fields/0/settings/master enum',
      '/sections/0/fields/1/default enum',
      '/rules/0/actions/0/value enum',
      '/rules/0/actions/1/options enum',
    ]);
  });
});

describe('a condition that is a formula', () => {
  const fields = [
    aFormField('amount', 'number'),
    aFormField('day', 'date'),
    aFormField('kinds', 'multi_select', { settings: options('a', 'b') }),
    aFormField('why'),
  ];
  const when = 'OR(amount * 2 > 100, day < TODAY(), CONTAINS(kinds, "b"))';
  const definition = aDefinition(fields, [{ when, actions: [anAction('require', 'why')] }]);

  test.each<[Record<string, unknown>, boolean]>([
    [{}, false],
    [{ amount: 50 }, false],
    [{ amount: '50.01' }, true],
    [{ day: '2026-03-01' }, true],
    [{ day: '2026-03-02' }, false],
    [{ kinds: ['a'] }, false],
    [{ kinds: ['a', 'b'] }, true],
  ])('holds of %j: %s', async (values, holds) => {
    expect((await read(definition, values)).errors).toEqual(holds ? ['/values/why required'] : []);
  });

  test('sees a hidden field as empty, as a filter does', async () => {
    const chained = aDefinition(
      [aFormField('a'), aFormField('b'), aFormField('c')],
      [
        { when: 'a = "x"', actions: [anAction('hide', 'b')] },
        { when: 'ISBLANK(b)', actions: [anAction('require', 'c')] },
      ],
    );
    expect((await read(chained, { a: 'x', b: 'y' })).errors).toEqual(['/values/c required']);
    expect((await read(chained, { b: 'y' })).errors).toEqual([]);
  });

  test.each([
    ['amount >', 'formula_syntax', 'line 1, column 9'],
    ['nothing > 1', 'formula_unknown_field', 'line 1, column 1'],
    ['amount + 1', 'formula_result_type', 'line 1, column 1'],
    ['amount = TRUE', expect.stringMatching(/^formula_/), 'line 1'],
    ['constructor = 1', 'formula_unknown_field', 'line 1, column 1'],
  ])('%s is refused with its place', (text, code, position) => {
    const rules = [{ when: text, actions: [anAction('require', 'why')] }];
    const errors = refusals(aDefinition(fields, rules));
    expect(errors).toMatchObject([{ pointer: '/rules/0/when', code }]);
    expect(errors[0]?.message).toContain(position);
  });
});
