import type { ListDefinition } from '@quittance/lists';
import type { Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { formulaPlan, type CompanyObject } from '@quittance/metadata';

/** What stands in an export for personal data that the caller may not have. */
export const MASK = '•••';

/** A formula reaches one lookup far, and what it reaches there may itself be kept of children. */
const FURTHEST = 2;

/**
 * The list as the caller may download it: personal data is left to whoever may change the records.
 * Reading them one by one shows it; a file of all of them leaves the house.
 */
export function maskedForExport<Row, Item extends object>(
  ctx: Ctx,
  object: CompanyObject,
  list: ListDefinition<Row, Item>,
): ListDefinition<Row, Item> {
  const names = personalFields(ctx, object);
  if (names.length === 0) return list;
  // Behind what is computed: a formula is of the value and not of the mask.
  const complete = async (tx: Tx, items: readonly Item[]) => {
    const whole = list.complete ? await list.complete(tx, items) : items;
    return whole.map((item) => maskMembers(item, names));
  };
  return { ...list, complete };
}

/** What of an object this actor may not take away. */
export function personalFields(ctx: Ctx, object: CompanyObject): readonly string[] {
  return [...hiddenFields(ctx, object)];
}

/** What is personal to this actor, and what is worked out of it: a copy would undo the mask. */
function hiddenFields(
  ctx: Ctx,
  object: CompanyObject,
  further: number = FURTHEST,
): ReadonlySet<string> {
  const fields = [...object.fields.values()];
  const isOpen = ctx.permissions.can(object.resource, 'update');
  const hidden = new Set(
    isOpen ? [] : fields.filter(({ personal }) => personal).map(({ name }) => name),
  );
  const isHiddenIn = (other: CompanyObject | undefined, name: string | undefined) =>
    other !== undefined &&
    name !== undefined &&
    further > 0 &&
    hiddenFields(ctx, other, further - 1).has(name);
  for (const { name, type, settings } of fields) {
    const child = type === 'rollup' ? object.model.objects.get(settings.child ?? '') : undefined;
    if (isHiddenIn(child, settings.of)) hidden.add(name);
  }
  const { steps, hops } = formulaPlan(object);
  for (const { field, formula } of steps) {
    const names = formula?.paths ?? [];
    const copies = names.some(([first = '', second]) =>
      second === undefined ? hidden.has(first) : isHiddenIn(hops.get(first)?.target, second),
    );
    if (copies) hidden.add(field.name);
  }
  return hidden;
}

/** A record with those members hidden, where they hold something. */
export function maskMembers<Item extends object>(item: Item, names: readonly string[]): Item {
  const copy = { ...item } as Record<string, unknown>;
  for (const name of names) {
    if (copy[name] !== null && copy[name] !== undefined) copy[name] = MASK;
  }
  return copy as Item;
}
