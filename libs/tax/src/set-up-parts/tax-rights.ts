/** What bringing taxes in takes, as changing them by hand does. */
export const TAX_RIGHTS = { resource: 'tax', toMake: 'create' } as const;

/** In an order that depends on the keys alone, whatever the collation of the database. */
export function byKey<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  const keyed = items.map((item) => ({ item, key: keyOf(item) }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ item }) => item);
}
