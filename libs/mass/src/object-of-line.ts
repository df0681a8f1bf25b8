const TEXT = /"(?:[^"\\]|\\.)*"/g;

/** Why a text is no object of JSON. */
type NoObject = 'no_object' | 'member_twice';

/**
 * The object that a line of JSON says. One that says a member twice is refused, as a body is:
 * whoever has looked at the line may have looked at the other one.
 */
export function objectOfLine(text: string): Readonly<Record<string, unknown>> | NoObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'no_object';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'no_object';
  // Outside of texts a colon stands behind the name of a member, and nowhere else.
  const written = text.replace(TEXT, '').split(':').length - 1;
  return membersOf(value) === written ? (value as Record<string, unknown>) : 'member_twice';
}

/** How many members a value has; fewer than were written where one has overwritten another. */
function membersOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = Object.values(value);
  const inside = own.reduce<number>((sum, each) => sum + membersOf(each), 0);
  return inside + (Array.isArray(value) ? 0 : own.length);
}
