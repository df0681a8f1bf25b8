import type { Permissions } from '@quittance/kernel';

/** The members of records that somebody is not shown, or may not write. */
export type FieldRights = NonNullable<ReturnType<NonNullable<Permissions['fields']>>>;

/** A member of a body that may not be written, at its pointer. */
export interface UnwrittenMember {
  readonly pointer: string;
  readonly hidden: boolean;
}

/** Members of a body that say which records are meant, and write nothing. */
const ASKING: ReadonlySet<string> = new Set(['filter']);

/** How the members of a body are told. */
export interface BodyNames {
  /** What a member is known by; its own name where nothing is said. */
  readonly namesOf?: (name: string) => readonly string[];
  /** Whether what stands beneath a member is a record of another kind. */
  readonly isApart?: (name: string) => boolean;
}

/**
 * Every member of a body that may not be written, at its pointer, however deep it stands: lines,
 * items, prices and patches are kept as what they are of.
 * @param rights of each resource that the body is about
 */
export function unwrittenMembers(
  rights: readonly (FieldRights | undefined)[],
  body: unknown,
  names: BodyNames = {},
): readonly UnwrittenMember[] {
  const limits = rights.filter((each) => each !== undefined);
  return limits.length === 0 ? [] : unwrittenIn(limits, body, names);
}

function unwrittenIn(
  rights: readonly FieldRights[],
  body: unknown,
  names: BodyNames,
): readonly UnwrittenMember[] {
  const { namesOf, isApart } = names;
  const beneath = (value: unknown, at: string) =>
    unwrittenIn(rights, value, names).map(({ pointer, hidden }) => {
      return { pointer: `${at}${pointer}`, hidden };
    });
  if (Array.isArray(body)) return body.flatMap((each: unknown, i) => beneath(each, `/${i}`));
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const isElsewhere = ASKING.has(name) || isApart?.(name) === true;
    const inside = isElsewhere ? [] : beneath(value, `/${name}`);
    const known = namesOf?.(name) ?? [name];
    const found = rights.find(({ unwritten }) => known.some((each) => unwritten.has(each)));
    if (!found) return inside;
    const hidden = known.some((each) => found.hidden.has(each));
    return [{ pointer: `/${name}`, hidden }, ...inside];
  });
}

/**
 * What amounts of a body are weighed against, by the names that records and their lines have for
 * it: a discount against what its line comes to, a deposit against the total.
 */
const WEIGHED = ['items', 'lines', 'net', 'subtotal', 'total', 'unitPrice'] as const;

/** Whether somebody is not shown what amounts of a record are weighed against. */
export function hidesWeighed(permissions: Permissions, resource: string): boolean {
  const hidden = permissions.fields?.(resource)?.hidden;
  return hidden !== undefined && WEIGHED.some((name) => hidden.has(name));
}

/**
 * Whether a body says one of these members as an amount, however deep it stands: the member itself
 * is one, or has one, or one of its rows has. A percentage is none, and what is charged beside is
 * weighed against nothing.
 */
export function namesAmount(body: unknown, members: readonly string[]): boolean {
  if (Array.isArray(body)) return body.some((each) => namesAmount(each, members));
  if (!isObject(body)) return false;
  return Object.entries(body).some(
    ([name, value]) => (members.includes(name) && isAmount(value)) || namesAmount(value, members),
  );
}

function isAmount(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(isAmount);
  if (!isObject(value)) return value !== null && value !== undefined;
  return value.kind !== 'charge' && value.amount !== null && value.amount !== undefined;
}

/** What was sent as JSON: a file that is still read is none, and is not looked into. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const kind = Object.getPrototypeOf(value) as unknown;
  return kind === Object.prototype || kind === null;
}
