import type { Portal } from '@quittance/fields';
import type { ListDefinition } from '@quittance/lists';
import type { CompanyObject } from '@quittance/metadata';
import { customMembers } from '@quittance/objects';
import type { PortalObject } from './portal-object.js';
import type { Says } from './shown-members.js';

const widened = new WeakMap<object, WeakMap<CompanyObject, Map<Portal, unknown>>>();

/**
 * A noun of a portal with the fields of their own that the company has opened to its users: lists
 * show, filter, sort and download them like the standard ones. Of any other field nothing knows.
 * Where none is opened it is the noun itself, whose rows are written as fast as before.
 */
export function withOpenedMembers<Row, Item extends object>(
  object: PortalObject<Row, Item>,
  whole: CompanyObject,
  portal: Portal,
): PortalObject<Row, Item> {
  const part = customMembers.openedPart(whole, portal, true);
  if (!part) return object;
  const of = widened.get(object) ?? new WeakMap<CompanyObject, Map<Portal, unknown>>();
  widened.set(object, of);
  const made = of.get(whole) ?? new Map<Portal, unknown>();
  of.set(whole, made);
  const known = made.get(portal) ?? widen(object, whole, portal, part);
  made.set(portal, known);
  return known as PortalObject<Row, Item>;
}

function widen<Row, Item extends object>(
  object: PortalObject<Row, Item>,
  whole: CompanyObject,
  portal: Portal,
  part: CompanyObject,
): PortalObject<Row, Item> {
  const { completes } = object;
  const said = customMembers
    .opened(whole, portal, true)
    .map(({ field, isPrice }) => [field.name, isPrice ? 'price' : 'plain'] as const);
  const list = customMembers.listed(object.list as ListDefinition as never, part);
  return {
    ...object,
    list: list as never as ListDefinition<Row, Item>,
    says: { ...object.says, ...Object.fromEntries(said) } as Says<Item>,
    completes: async (tx, scope, items) => {
      const own = completes ? await completes(tx, scope, items) : items;
      const seen = customMembers.openedPart(whole, portal, scope.rights.has('seePricing'));
      if (!seen) return own;
      return customMembers.shownWith(tx, seen, own as readonly (Partial<Item> & WithId)[]);
    },
  };
}

interface WithId {
  readonly id: string;
}
