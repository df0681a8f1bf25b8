import type { RowDescription, RowMember } from './describe-row.js';

/** What a body is for: a record as it is answered, made, or changed. */
export type RowUse = 'record' | 'create' | 'update';

/** The members of a body, in the order of the description. */
export function membersFor(
  { members }: Pick<RowDescription, 'members'>,
  use: RowUse,
): readonly RowMember[] {
  if (use === 'record') return members.filter(({ given }) => given !== 'kept');
  const sent = members.filter(isSent);
  return use === 'create' ? sent : sent.filter(({ createOnly }) => !createOnly);
}

/** What a new record has in the members that may be left out. */
export function blanksOf({ members }: Pick<RowDescription, 'members'>): Record<string, unknown> {
  const blank = members.filter(({ given }) => given === 'optional');
  return Object.fromEntries(blank.map((member) => [member.name, member.default]));
}

/** A record without what an operation gives it: what is carried to another company. */
export function sentPart<Row extends object>(
  { members }: Pick<RowDescription<Row>, 'members'>,
  row: Row,
): Readonly<Record<string, unknown>> {
  const values = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(members.filter(isSent).map(({ name }) => [name, values[name]]));
}

function isSent({ given }: RowMember): boolean {
  return given === 'required' || given === 'optional';
}
