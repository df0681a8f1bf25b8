import type { Member } from './member.js';
import type { BlankOf, Members } from './member-types.js';

/** What a body is for: a record as it is answered, made, or changed. */
export type BodyUse = 'record' | 'create' | 'update';

interface Described {
  readonly members: Members;
}

/** The members of a body with their names, in the order of the description. */
export function membersFor(
  { members }: Described,
  use: BodyUse,
): readonly (readonly [name: string, member: Member])[] {
  const all = Object.entries(members);
  if (use === 'record') {
    return all.filter(([, { given, sentAs }]) => given !== 'hidden' && sentAs === undefined);
  }
  const sent = all
    .filter(([, { given }]) => given === 'required' || given === 'optional')
    .map(([name, member]): [string, Member] => [member.sentAs ?? name, member]);
  return use === 'create' ? sent : sent.filter(([, { once }]) => !once);
}

/** What a new record has in the members that may be left out, by the names they are sent under. */
export function blanksOf<M extends Members>({ members }: { readonly members: M }): BlankOf<M> {
  const blank = Object.entries<Member>(members).filter(([, { given }]) => given === 'optional');
  return Object.fromEntries(
    blank.map(([name, { sentAs = name, preset = null }]) => [sentAs, preset]),
  ) as BlankOf<M>;
}

/** A record without what an operation gives it: what is carried to another company. */
export function sentPart(noun: Described, row: object): Readonly<Record<string, unknown>> {
  const values = row as Readonly<Record<string, unknown>>;
  return Object.fromEntries(membersFor(noun, 'create').map(([name]) => [name, values[name]]));
}
