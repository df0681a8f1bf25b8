import type { Permissions } from '@quittance/kernel';

/** The members of records that somebody is not shown, or may not write. */
export type FieldRights = NonNullable<ReturnType<NonNullable<Permissions['fields']>>>;

/** A member of a body that may not be written, at its pointer. */
export interface UnwrittenMember {
  readonly pointer: string;
  readonly hidden: boolean;
}

/** Members of a body that hold members of a record. */
const PATCHES: ReadonlySet<string> = new Set(['patch', 'changes', 'record', 'values']);
/** Members that hold parts of the record, which are kept as it is: lines of a document. */
const PARTS: ReadonlySet<string> = new Set(['charges', 'entries', 'items', 'lines', 'prices']);

/**
 * Every member of a body that may not be written, at its pointer; those of lines of a document, and
 * of items of a subscription, among them, as on the routes of lines.
 * @param rights of each resource that the body is about
 * @param namesOf what a member is known by; its own name where nothing is said
 */
export function unwrittenMembers(
  rights: readonly (FieldRights | undefined)[],
  body: unknown,
  namesOf: (name: string) => readonly string[] = (name) => [name],
): readonly UnwrittenMember[] {
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const inside: readonly (readonly [string, unknown])[] =
      PARTS.has(name) && Array.isArray(value)
        ? value.map((line: unknown, i) => [`/${i}`, line] as const)
        : [['', PATCHES.has(name) ? value : undefined]];
    const beneath = inside.flatMap(([at, each]) =>
      unwrittenMembers(rights, each, namesOf).map(({ pointer, hidden }) => {
        return { pointer: `/${name}${at}${pointer}`, hidden };
      }),
    );
    const names = namesOf(name);
    const found = rights.find((each) => names.some((known) => each?.unwritten.has(known)));
    if (!found) return beneath;
    const hidden = names.some((known) => found.hidden.has(known));
    return [{ pointer: `/${name}`, hidden }, ...beneath];
  });
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
