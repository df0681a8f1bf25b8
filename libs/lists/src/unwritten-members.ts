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

/** What was sent as JSON: a file that is still read is none, and is not looked into. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return false;
  const kind = Object.getPrototypeOf(value) as unknown;
  return kind === Object.prototype || kind === null;
}
