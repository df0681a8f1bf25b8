import type { Tx } from '@quittance/database';
import type { CompanyObject, RecordView } from '@quittance/metadata';
import type { LayoutPanel } from './layout-panels.js';

/** The addresses of a record, those that are empty left out. */
export const addressesPanel: LayoutPanel = {
  name: 'addresses',
  label: 'Addresses',
  resolve: (_: Tx, { fields }: CompanyObject, record: RecordView) => {
    const addresses = [...fields.values()]
      .filter(({ settings }) => settings.shape === 'address')
      .map(({ name, label }) => ({ field: name, label, value: record[name] ?? null }));
    return addresses.length === 0 ? undefined : addresses;
  },
};

/** The lists of records that point at this one, as the actor may see them. */
export const relatedListsPanel: LayoutPanel = {
  name: 'relatedLists',
  label: 'Related lists',
  resolve: ({ ctx }: Tx, { name, model }: CompanyObject, { id }: RecordView) => {
    const related = [...model.objects.values()]
      .filter(({ resource }) => ctx.permissions.can(resource, 'view'))
      .flatMap((child) =>
        [...child.fields.values()]
          .filter(({ type, settings }) => POINTING.has(type) && settings.target === name)
          .filter(({ name: field, filterable }) => filterable && field !== 'id')
          .map((field) => ({
            object: child.name,
            label: child.pluralLabel,
            field: field.name,
            fieldLabel: field.label,
            path: child.path,
            filter: { field: field.name, op: 'eq', value: id },
          })),
      );
    return related.length === 0 ? undefined : related;
  },
};

const POINTING: ReadonlySet<string> = new Set(['lookup', 'master_detail']);
