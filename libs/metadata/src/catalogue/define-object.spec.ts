import { aField } from '@quittance/fields/testing';
import { currency, lookup, picklist, text } from '@quittance/fields';
import { formula, multiSelect } from '@quittance/fields/host';
import { defineCustomObject, defineObject, withCustomFields } from './define-object.js';
import { ObjectCatalogue } from './object-catalogue.js';
import type { ObjectId } from './record.js';

const base = {
  name: 'part',
  label: 'Part',
  pluralLabel: 'Parts',
  path: '/parts',
  resource: 'parts',
  table: 'shop.part',
  titleField: 'name',
  defaultSort: '-createdAt,name',
  fields: { name: text('Name', { required: true, maxLength: 100 }), madeBy: text('Made by') },
};

describe('a described object', () => {
  const part = defineObject(base);

  it('has the common fields around its own, each in a column of its name', () => {
    expect([...part.fields.keys()]).toEqual([
      'id',
      'version',
      'name',
      'madeBy',
      'ownerId',
      'createdAt',
      'createdBy',
      'updatedAt',
      'updatedBy',
    ]);
    expect(part.fields.get('madeBy')?.storage).toEqual({ kind: 'column', column: 'made_by' });
    expect(part.fields.get('name')).toMatchObject({ required: true, settings: { maxLength: 100 } });
    expect(part.fields.get('version')?.readOnly).toBe(true);
  });

  it('takes custom fields between its own and the stamps', () => {
    const shaped = withCustomFields(part, [aField('colour__c', 'text')]);
    expect([...shaped.fields.keys()].slice(3, 6)).toEqual(['madeBy', 'colour__c', 'ownerId']);
    expect(withCustomFields(part, [])).toBe(part);
  });

  it.each([
    ['a title', { titleField: 'nope' }],
    ['a sort', { defaultSort: '-nope' }],
    [
      'a currency',
      { fields: { ...base.fields, cost: currency('Cost', { currencyField: 'nope' }) } },
    ],
    ['a column', { fields: { ...base.fields, Bad: text('Bad') } }],
  ])('that names %s which it does not have is found at start-up', (_, over) => {
    expect(() => defineObject({ ...base, ...over })).toThrow(/nope|Bad/);
  });

  it('keeps a formula nowhere', () => {
    const fields = { ...base.fields, shout: formula('Shout', 'UPPER(name)', 'text') };
    const shout = defineObject({ ...base, fields }).fields.get('shout');
    expect(shout).toMatchObject({ storage: { kind: 'computed' }, readOnly: true });
  });
});

describe('a described field', () => {
  it('has its options, or the masters that are', () => {
    expect(picklist('Kind', { a: 'A', b: 'B' }).settings.options).toEqual([
      { code: 'a', label: 'A', active: true },
      { code: 'b', label: 'B', active: true },
    ]);
    expect(multiSelect('Kind', { master: 'industry' }).settings).toEqual({ master: 'industry' });
    expect(picklist('Kind', { master: 'Master', slave: 'Slave' }).settings.options).toHaveLength(2);
  });

  it('keeps what it points at where it is required, and lets it go where it is not', () => {
    expect(lookup('Part', 'part', { required: true }).settings.onDelete).toBe('restrict');
    expect(lookup('Part', 'part').settings.onDelete).toBe('clear');
    expect(lookup('Anything', null).settings).toEqual({});
  });
});

describe('the catalogue', () => {
  it('has a name once, of objects and other targets alike', () => {
    const catalogue = new ObjectCatalogue();
    catalogue.register(defineObject(base));
    expect(() => catalogue.register(defineObject(base))).toThrow(/twice/);
    const target = { name: 'part', label: 'Part', table: 'shop.part', titleColumn: 'name' };
    expect(() => catalogue.registerTarget(target)).toThrow(/twice/);
    expect(() => catalogue.register(defineObject({ ...base, name: 'user' }))).toThrow(/twice/);
    expect(catalogue.find('constructor')).toBeUndefined();
  });
});

test('a custom object has its records among those of all custom objects', () => {
  const id = '01890000-0000-7000-8000-000000000000' as ObjectId;
  const label = { label: 'Project', pluralLabel: 'Projects' };
  const project = defineCustomObject({ id, name: 'project__c', table: 'shop.own', ...label }, []);
  expect(project).toMatchObject({
    path: '/objects/project__c',
    resource: 'objects/project__c',
    table: { name: 'shop.own', objectId: id },
  });
});
