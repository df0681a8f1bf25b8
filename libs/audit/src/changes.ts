export type Fields = Readonly<Record<string, unknown>>;

/** Whole words of a name: a hashtag and a secretary are none. */
const SECRET =
  /(?:(?<![A-Za-z])(?:password|secret|token|hash)|(?:Password|Secret|Token|Hash))(?:e?s)?(?![a-z])/;

/** What a company calls the fields of its own says nothing of ours. */
const isSecret = (name: string) => SECRET.test(name) && !name.endsWith('__c');

/** The same fields with every secret replaced: a secret never enters the log, whoever calls. */
export function withoutSecrets(fields: Fields): Fields {
  if (!Object.keys(fields).some(isSecret)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, isSecret(name) ? '•••' : value]),
  );
}

/** Plain JSON of a value: BigInt minor units become text. */
export function toJson(value: unknown): string {
  try {
    // Asking about every value makes it several times slower, and most have no BigInt.
    return JSON.stringify(value);
  } catch {
    return JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'bigint' ? part.toString() : part,
    );
  }
}

/** Only the fields that differ between two states of a record, as `before` and `after`. */
export function changedFields(before: Fields, after: Fields): { before: Fields; after: Fields } {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => toJson(before[name] ?? null) !== toJson(after[name] ?? null),
  );
  const pick = (fields: Fields) =>
    Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return { before: pick(before), after: pick(after) };
}
