import type { ListDefinition, Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { RecordObject } from '../catalogue/object.js';

/** What stands in an export for personal data that the caller may not have. */
export const MASK = '•••';

/**
 * The list as the caller may download it: personal data is left to whoever may change the records.
 * Reading them one by one shows it; a file of all of them leaves the house.
 */
export function maskedForExport<Row, Item extends object>(
  ctx: Ctx,
  object: RecordObject,
  list: ListDefinition<Row, Item>,
): ListDefinition<Row, Item> {
  const personal = [...object.fields.values()].filter((field) => field.personal);
  if (personal.length === 0 || ctx.permissions.can(object.resource, 'update')) return list;
  const names = personal.map(({ name }) => name);
  // Behind what is computed: a formula is of the value and not of the mask.
  const complete = async (tx: Tx, items: readonly Item[]) => {
    const whole = list.complete ? await list.complete(tx, items) : items;
    return whole.map((item) => masked(item, names));
  };
  return { ...list, complete };
}

function masked<Item extends object>(item: Item, names: readonly string[]): Item {
  const copy = { ...item } as Record<string, unknown>;
  for (const name of names) {
    if (copy[name] !== null && copy[name] !== undefined) copy[name] = MASK;
  }
  return copy as Item;
}
