import {
  flagShape,
  integerShape,
  listShape,
  membersShape,
  textShape,
  type SetupPart,
} from '@quittance/configuration';
import { newId } from '@quittance/kernel';
import type { CompanyModels } from '@quittance/metadata';
import {
  MOST_SECTIONS,
  MOST_SECTION_COLUMNS,
  MOST_SECTION_FIELDS,
  layoutState,
  sectionFaults,
  sectionOf,
  type LayoutContent,
} from '../layouts/layout.js';
import { addLayout, allLayouts, layoutRows, layoutsOf } from '../layouts/layout.repository.js';

type Item = LayoutContent & { readonly object: string };

const SHAPE = membersShape({
  object: textShape(100, 1),
  name: textShape(100, 1),
  isDefault: flagShape,
  sections: listShape(
    MOST_SECTIONS,
    membersShape({
      title: textShape(200),
      columns: integerShape(1, MOST_SECTION_COLUMNS),
      fields: listShape(MOST_SECTION_FIELDS, textShape(100, 1)),
    }),
  ),
});

/**
 * Layouts may name fields that are gone: they are brought in as they are and skip them here too.
 */
export function layoutPart(models: CompanyModels): SetupPart {
  return {
    name: 'layouts',
    after: ['objects', 'fields'],
    async read(tx) {
      const { objects } = await models.of(tx);
      // Those of an object that is gone are kept for its return, and nobody reaches them.
      return (await allLayouts(tx)).filter(({ object }) => objects.has(object)).map(layoutState);
    },
    keyOf: ({ object, name }) => `${String(object)}/${String(name).toLowerCase()}`,
    async check(tx, { after }) {
      const faults = SHAPE(after, '');
      if (faults.length > 0) return faults;
      const { object, sections } = after as unknown as Item;
      const found = (await models.of(tx)).objects.get(object);
      if (!found) {
        return [{ pointer: '/object', code: 'unknown_object', message: 'is no object here' }];
      }
      const wrong = sectionFaults(found.fields, sections);
      return wrong.filter(({ code }) => code !== 'unknown_field');
    },
    async apply(tx, changes) {
      for (const { after } of changes) {
        const { object, name, isDefault, sections } = after as unknown as Item;
        const content = { name, isDefault, sections: sections.map(sectionOf) };
        const known = (await layoutsOf(tx, object)).find(
          (each) => each.name.toLowerCase() === name.toLowerCase(),
        );
        if (known) await layoutRows.change(tx, known, content);
        else {
          const { now } = tx.ctx;
          const stamps = { version: 1, createdAt: now, updatedAt: now };
          await addLayout(tx, { id: newId<'layout'>(), object, ...content, ...stamps });
        }
      }
    },
  };
}
