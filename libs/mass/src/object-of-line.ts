const [QUOTE, BACKSLASH, COLON] = [0x22, 0x5c, 0x3a];

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
  return membersOf(value) === written(text) ? (value as Record<string, unknown>) : 'member_twice';
}

/** How many members are written: outside of texts a colon stands behind the name of each alone. */
function written(text: string): number {
  let members = 0;
  let inText = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) inText = !inText;
    else if (!inText) members += code === COLON ? 1 : 0;
    else if (code === BACKSLASH) at += 1;
  }
  return members;
}

/**
 * How many members a value has; fewer than were written where one has overwritten another. However
 * deep it is: a line may nest as deep as it is long.
 */
function membersOf(value: unknown): number {
  const left = [value];
  let members = 0;
  while (left.length > 0) {
    const each = left.pop();
    if (typeof each !== 'object' || each === null) continue;
    const own: unknown[] = Object.values(each);
    if (!Array.isArray(each)) members += own.length;
    for (const inside of own) left.push(inside);
  }
  return members;
}
