import { defineObject } from '@quittance/metadata';
import { text } from '@quittance/fields';
import {
  generatedSections,
  layoutFieldPlaces,
  sectionFaults,
  servingLayout,
  type Layout,
  type LayoutSection,
} from './layout';

const object = defineObject({
  name: 'thing',
  label: 'Thing',
  pluralLabel: 'Things',
  path: '/things',
  resource: 'things',
  table: 'x.thing',
  titleField: 'name',
  defaultSort: 'name',
  fields: {
    name: text('Name', { required: true }),
    size: text('Size', { group: 'Measures' }),
    colour: text('Colour'),
  },
});
const section = (fields: string[], title = 'Facts'): LayoutSection => ({
  title,
  columns: 2,
  fields,
});

describe('a layout', () => {
  test('that names fields twice or fields there are not is refused by their places', () => {
    const sections = [section(['name', 'gone__c']), section(['name', 'toString'])];
    expect(sectionFaults(object.fields, sections)).toEqual([
      expect.objectContaining({ pointer: '/sections/0/fields/1', code: 'unknown_field' }),
      expect.objectContaining({ pointer: '/sections/1/fields/0', code: 'duplicate' }),
      expect.objectContaining({ pointer: '/sections/1/fields/1', code: 'unknown_field' }),
    ]);
  });

  test('skips what is gone and lists it', () => {
    const { sections, skipped } = layoutFieldPlaces(object.fields, [
      section(['gone__c', 'size'], 'A'),
    ]);
    expect(sections[0]?.fields.map(({ name }) => name)).toEqual(['size']);
    expect(skipped).toEqual([{ section: 'A', field: 'gone__c' }]);
  });

  test('is generated from the groups of the fields, the common ones last', () => {
    const sections = generatedSections(object.fields);
    expect(sections.map(({ title, fields }) => [title, ...fields]).slice(0, 2)).toEqual([
      ['Details', 'name', 'colour'],
      ['Measures', 'size'],
    ]);
    expect(sections.at(-1)?.title).toBe('System');
    expect(sections.at(-1)?.fields).not.toContain('id');
    const faults = sectionFaults(object.fields, sections);
    expect(faults).toEqual([]);
  });

  test('serves when it is the default, or the first', () => {
    const [a, b] = [{ name: 'A' }, { name: 'B', isDefault: true }] as Layout[];
    expect(servingLayout([a, b] as Layout[])).toBe(b);
    expect(servingLayout([a] as Layout[])).toBe(a);
    expect(servingLayout([])).toBeUndefined();
  });
});
