import type { FieldRights } from '@quittance/lists';
import type { Action } from '../catalogue/resources.js';
import type { FieldLimit, RoleRights } from '../roles/role.js';

/** What writes the members of records. */
const WRITING: ReadonlySet<Action> = new Set([
  'create',
  'update',
  'import',
  'bulk_update',
  'clone',
]);

export const isWriting = (action: Action) => WRITING.has(action);

type FieldKeeper = Pick<RoleRights, 'matrix' | 'fields'>;

/** Resources that are other views of the same records: what is hidden of the one is of the other. */
const RECORDS_OF: Readonly<Record<string, string>> = { opportunities: 'deals', forecast: 'deals' };

/**
 * What of the records of a resource is kept from whoever holds these roles: hidden is what each
 * role hides that shows records at all, and not written what each keeps that writes any.
 */
export function unitedFields(
  roles: readonly FieldKeeper[],
  resource: string,
): FieldRights | undefined {
  const same = RECORDS_OF[resource];
  const own = fieldsOf(roles, resource);
  return together(own, same === undefined ? undefined : fieldsOf(roles, same));
}

function together(own: FieldRights | undefined, others: FieldRights | undefined) {
  if (!own || !others) return own ?? others;
  return {
    hidden: new Set([...own.hidden, ...others.hidden]),
    unwritten: new Set([...own.unwritten, ...others.unwritten]),
  };
}

/**
 * What is found out of an object binds its records under every other name too: a formula over what
 * is hidden of another object, which no role names.
 */
export function underEveryName(
  fields: ReadonlyMap<string, FieldRights>,
): ReadonlyMap<string, FieldRights> {
  const all = new Map(fields);
  for (const [resource, same] of Object.entries(RECORDS_OF)) {
    const kept = together(fields.get(resource), fields.get(same));
    if (kept) all.set(resource, kept);
  }
  return all;
}

function fieldsOf(roles: readonly FieldKeeper[], resource: string): FieldRights | undefined {
  const limits = (role: FieldKeeper) => role.fields?.[resource] ?? {};
  const names = new Set(roles.flatMap((role) => Object.keys(limits(role))));
  if (names.size === 0) return undefined;
  const actions = (role: FieldKeeper) => role.matrix[resource] ?? [];
  const holding = orAll(roles, (role) => actions(role).length > 0);
  const viewing = orAll(holding, (role) => actions(role).includes('view'));
  const writing = orAll(holding, (role) => actions(role).some(isWriting));
  const kept = (role: FieldKeeper, name: string): FieldLimit | undefined => limits(role)[name];
  const among = [...names];
  const hidden = among.filter((name) => viewing.every((role) => kept(role, name) === 'hidden'));
  const unwritten = among.filter((name) => writing.every((role) => kept(role, name)));
  if (hidden.length + unwritten.length === 0) return undefined;
  return { hidden: new Set(hidden), unwritten: new Set([...unwritten, ...hidden]) };
}

/** Those it is true of; where it is true of none, what any says binds. */
function orAll(roles: readonly FieldKeeper[], is: (role: FieldKeeper) => boolean) {
  const found = roles.filter(is);
  return found.length > 0 ? found : roles.filter(({ fields }) => fields !== undefined);
}

/** The resources of which any of these roles keeps something. */
export function fieldResources(roles: readonly FieldKeeper[]): readonly string[] {
  const named = new Set(roles.flatMap(({ fields = {} }) => Object.keys(fields)));
  for (const [resource, same] of Object.entries(RECORDS_OF)) {
    if (named.has(same)) named.add(resource);
  }
  return [...named];
}
