import type { SetupItem, SetupPart } from '@quittance/company';
import type { Tx } from '@quittance/database';
import type { ListCatalogue } from '../lists/list-catalogue.js';
import { aView } from '../views/list-of-view.js';
import {
  MOST_COLUMNS,
  NOBODY,
  contentFaults,
  type View,
  type ViewContent,
} from '../views/stored-view.js';
import { addView, allViews, viewRows } from '../views/view.repository.js';
import {
  flagShape,
  listShape,
  membersShape,
  nullableShape,
  objectShape,
  textShape,
  type Shape,
} from './item-shape.js';

type Item = ViewContent & { readonly object: string };

const CONTENT: Readonly<Record<string, Shape>> = {
  object: textShape(200, 1),
  name: textShape(100, 1),
  columns: nullableShape(listShape(MOST_COLUMNS, textShape(100, 1))),
  sort: nullableShape(textShape(1000, 1)),
  filter: nullableShape(objectShape),
};

/** What names fields or options that are gone is skipped when the view is used, here as there. */
const OUTLIVED: ReadonlySet<string> = new Set(['unknown_field', 'enum', 'not_stored']);

/** The list views of the administrators. */
export function listViewPart(lists: ListCatalogue): SetupPart {
  const shape = membersShape({ ...CONTENT, isDefault: flagShape });
  return viewPart('listViews', shape, lists, {
    holds: ({ kind }) => kind === 'list_view',
    item: (view) => ({ ...itemOf(view), isDefault: view.isDefault }),
    make: (tx, list, content) => aView(tx, list, content),
  });
}

/** Public saved views; whoever brings them in is their owner. */
export function publicViewPart(lists: ListCatalogue): SetupPart {
  return viewPart('views', membersShape(CONTENT), lists, {
    holds: ({ kind, visibility }) => kind === 'view' && visibility === 'public',
    item: itemOf,
    make: (tx, list, content) => {
      const own = { ownerId: tx.ctx.userId, visibility: 'public' as const, sharedWith: NOBODY };
      return aView(tx, list, content, own, 'view');
    },
  });
}

interface Kind {
  holds(view: View): boolean;
  item(view: View): SetupItem;
  make(tx: Tx, list: Pick<View, 'object' | 'path'>, content: ViewContent): View;
}

function itemOf({ object, name, columns, sort, filter }: View): SetupItem {
  return { object, name, columns, sort, filter };
}

function viewPart(name: string, shape: Shape, lists: ListCatalogue, kind: Kind): SetupPart {
  const views = async (tx: Tx) => (await allViews(tx)).filter((view) => kind.holds(view));
  const keyOf = (item: SetupItem) => `${String(item.object)}/${String(item.name).toLowerCase()}`;
  return {
    name,
    after: ['objects', 'fields', 'masters'],
    read: async (tx) => (await views(tx)).map((view) => kind.item(view)),
    keyOf,
    async check(tx, { after }) {
      const faults = shape(after, '');
      if (faults.length > 0) return faults;
      const item = after as unknown as Item;
      const list = await lists.find(tx, item.object);
      if (!list)
        return [{ pointer: '/object', code: 'unknown_object', message: 'is no list here' }];
      if (list.object !== item.object) {
        const message = `is called ${list.object} in a set-up`;
        return [{ pointer: '/object', code: 'enum', message }];
      }
      return contentFaults(list, item).filter(({ code }) => !OUTLIVED.has(code));
    },
    async apply(tx, changes) {
      for (const { after } of changes) {
        const item = after as unknown as Item;
        const { object: _, ...content } = item;
        const known = (await views(tx)).find((view) => keyOf(kind.item(view)) === keyOf(after));
        const list = await lists.find(tx, item.object);
        if (known) await viewRows.change(tx, known, content);
        else if (list) await addView(tx, kind.make(tx, list, content));
      }
    },
  };
}
