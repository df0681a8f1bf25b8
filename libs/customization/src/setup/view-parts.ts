import {
  flagShape,
  listShape,
  membersShape,
  nullableShape,
  objectShape,
  textShape,
  type ItemShape,
  type SetupItem,
  type SetupPart,
} from '@quittance/configuration';
import { sql, type Tx } from '@quittance/database';
import type { FieldError } from '@quittance/kernel';
import type { ListCatalogue } from '../lists/list-catalogue.js';
import { aView } from '../views/list-of-view.js';
import {
  MOST_COLUMNS,
  NOBODY,
  contentFaults,
  type RoleRef,
  type SharedWith,
  type ViewContent,
} from '../views/stored-view.js';
import type { View } from '../views/view.entity.js';
import { addView, allViews, viewRows } from '../views/view.repository.js';

type Item = ViewContent & { readonly object: string; readonly roles?: readonly string[] };
type Roles = readonly { readonly id: RoleRef; readonly name: string }[];

const ROLES = sql(`
  select r.id, r.name from access.pub_role r where r.company_id = $1 order by lower(r.name)`);

const readRoles = (tx: Tx): Promise<Roles> => tx.rows<Roles[number]>(ROLES, [tx.ctx.companyId]);

const CONTENT: Readonly<Record<string, ItemShape>> = {
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

const MOST_ROLES = 200;

/**
 * Saved views that are shared with roles, by the names of those; whoever brings them in owns them.
 */
export function sharedViewPart(lists: ListCatalogue): SetupPart {
  const shape = membersShape({ ...CONTENT, roles: listShape(MOST_ROLES, textShape(100, 1)) });
  return viewPart('sharedViews', shape, lists, {
    holds: ({ kind, visibility, sharedWith }) =>
      kind === 'view' && visibility === 'shared' && sharedWith.roleIds.length > 0,
    item: (view, roles) => ({
      ...itemOf(view),
      roles: roles.filter(({ id }) => view.sharedWith.roleIds.includes(id)).map(({ name }) => name),
    }),
    make: (tx, list, content) => {
      const own = { ownerId: tx.ctx.userId, visibility: 'shared' as const, sharedWith: NOBODY };
      return aView(tx, list, content, own, 'view');
    },
  });
}

interface Kind {
  holds(view: View): boolean;
  item(view: View, roles: Roles): SetupItem;
  make(tx: Tx, list: Pick<View, 'object' | 'path'>, content: ViewContent): View;
}

function itemOf({ object, name, columns, sort, filter }: View): SetupItem {
  return { object, name, columns, sort, filter };
}

function viewPart(name: string, shape: ItemShape, lists: ListCatalogue, kind: Kind): SetupPart {
  const keyOf = (item: { readonly object?: unknown; readonly name?: unknown }) =>
    `${String(item.object)}/${String(item.name).toLowerCase()}`;
  // Two people may share views of one name: the one that was made first is meant.
  const views = async (tx: Tx) => {
    const held = (await allViews(tx)).filter((view) => kind.holds(view));
    return [...new Map(held.toReversed().map((view) => [keyOf(view), view])).values()].toReversed();
  };
  return {
    name,
    after: ['objects', 'fields', 'masters', 'roles', 'pipelines'],
    async read(tx) {
      const roles = await readRoles(tx);
      const reached: View[] = [];
      // Those of a list that is gone are kept for its return, and nobody reaches them.
      for (const view of await views(tx)) {
        if (await lists.find(tx, view.object)) reached.push(view);
      }
      return reached.map((view) => kind.item(view, roles));
    },
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
      return [
        ...contentFaults(list, item).filter(({ code }) => !OUTLIVED.has(code)),
        ...roleFaults(await readRoles(tx), item),
      ];
    },
    async apply(tx, changes) {
      const roles = await readRoles(tx);
      for (const { after } of changes) {
        const { object, roles: named, ...content } = after as unknown as Item;
        const known = (await views(tx)).find((view) => keyOf(view) === keyOf(after));
        const shared = named && { sharedWith: sharedBy(roles, named, known) };
        const list = await lists.find(tx, object);
        if (known) await viewRows.change(tx, known, { ...content, ...shared });
        else if (list) await addView(tx, { ...kind.make(tx, list, content), ...shared });
      }
    },
  };
}

const sameName = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

function roleFaults(roles: Roles, { roles: named }: Item): readonly FieldError[] {
  if (named?.length === 0) {
    return [{ pointer: '/roles', code: 'required', message: 'must name a role' }];
  }
  return (named ?? []).flatMap((name, i) =>
    roles.some((role) => sameName(role.name, name))
      ? []
      : [{ pointer: `/roles/${i}`, code: 'reference', message: 'is no role' }],
  );
}

/** The users that a view is shared with here stay so. */
function sharedBy(roles: Roles, named: readonly string[], known: View | undefined): SharedWith {
  const shared = roles.filter(({ name }) => named.some((each) => sameName(name, each)));
  return { roleIds: shared.map(({ id }) => id), userIds: known?.sharedWith.userIds ?? [] };
}
