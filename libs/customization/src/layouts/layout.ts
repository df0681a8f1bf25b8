import { invalidFields, type FieldError, type Id, type Instant } from '@quittance/kernel';
import type { Field } from '@quittance/fields';
import type { RecordObject } from '@quittance/metadata';

export type LayoutId = Id<'layout'>;

/** One card of a page. */
export interface LayoutSection {
  readonly title: string;
  /** 1 to 4. */
  readonly columns: number;
  /** API names, filling the columns row by row. */
  readonly fields: readonly string[];
}

export interface LayoutContent {
  readonly name: string;
  readonly sections: readonly LayoutSection[];
  readonly isDefault: boolean;
}

/** How the records of an object are laid out on a page; the API shows all of it. */
export interface Layout extends LayoutContent {
  readonly id: LayoutId;
  readonly object: string;
  readonly version: number;
  readonly createdAt: Instant;
  readonly updatedAt: Instant;
}

export type LayoutView = Layout;

export const MOST_SECTIONS = 50;
export const MOST_SECTION_COLUMNS = 4;
export const MOST_SECTION_FIELDS = 100;

export function layoutView(layout: Layout): LayoutView {
  const { id, object, name, sections, isDefault, version, createdAt, updatedAt } = layout;
  return { id, object, name, sections, isDefault, version, createdAt, updatedAt };
}

/** The whole state for log, revision and revert. */
export function layoutState(layout: Layout): Readonly<Record<string, unknown>> {
  const { object, name, isDefault, sections } = layout;
  return { object, name, isDefault, sections: sections.map(sectionOf) };
}

/** Without what somebody may have sent beside. */
export function sectionOf({ title, columns, fields }: LayoutSection): LayoutSection {
  return { title, columns, fields };
}

/** What is wrong with sections that are being saved; fields that go later are skipped instead. */
export function sectionFaults(
  fields: RecordObject['fields'],
  sections: readonly LayoutSection[],
): readonly FieldError[] {
  const seen = new Set<string>();
  return sections.flatMap((section, i) =>
    section.fields.flatMap((name, j) => {
      const pointer = `/sections/${i}/fields/${j}`;
      if (!fields.has(name)) {
        return [{ pointer, code: 'unknown_field', message: 'is not a field of this object' }];
      }
      if (seen.has(name)) {
        return [{ pointer, code: 'duplicate', message: 'stands in the layout already' }];
      }
      seen.add(name);
      return [];
    }),
  );
}

/** @throws DomainError validation_failed, with everything that is wrong */
export function checkSections(
  fields: RecordObject['fields'],
  sections: readonly LayoutSection[],
): void {
  const errors = sectionFaults(fields, sections);
  if (errors.length > 0) throw invalidFields(errors);
}

/** A field that a layout names and the object no longer has. */
export interface SkippedField {
  readonly section: string;
  readonly field: string;
}

export interface PlacedSection {
  readonly title: string;
  readonly columns: number;
  readonly fields: readonly Field[];
}

/** The sections with the fields there are; a section is kept when it is left empty. */
export function layoutFieldPlaces(
  fields: RecordObject['fields'],
  sections: readonly LayoutSection[],
): { readonly sections: readonly PlacedSection[]; readonly skipped: readonly SkippedField[] } {
  const skipped: SkippedField[] = [];
  const placed = sections.map(({ title, columns, fields: names }) => ({
    title,
    columns,
    fields: names.flatMap((name) => {
      const field = fields.get(name);
      if (!field) skipped.push({ section: title, field: name });
      return field ?? [];
    }),
  }));
  return { sections: placed, skipped };
}

const SYSTEM_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'version',
  'ownerId',
  'createdAt',
  'createdBy',
  'updatedAt',
  'updatedBy',
]);

/** What serves an object of which no layout was made: its fields by their groups, two by two. */
export function generatedSections(fields: RecordObject['fields']): readonly LayoutSection[] {
  const groups = new Map<string, string[]>([['Details', []]]);
  for (const { name, group } of fields.values()) {
    if (name === 'id' || name === 'version') continue;
    const title = SYSTEM_FIELDS.has(name) ? 'System' : (group ?? 'Details');
    groups.set(title, [...(groups.get(title) ?? []), name]);
  }
  const system = groups.get('System') ?? [];
  groups.delete('System');
  return [...groups, ['System', system] as const]
    .filter(([, names]) => names.length > 0)
    .map(([title, names]) => ({ title, columns: 2, fields: names }));
}

/** The one that serves: the default, else the first by name; undefined when there is none. */
export function servingLayout(layouts: readonly Layout[]): Layout | undefined {
  return layouts.find(({ isDefault }) => isDefault) ?? layouts[0];
}
