/** An id that a text of a set-up item compares a field with, or puts there. */
export interface ComparedId {
  readonly pointer: string;
  /** The object whose field it is, as far as the item says it: `deal`. */
  readonly object: string | null;
  /** As it is written: `stageId`, `account.managerId`, `$User.roleId`. */
  readonly field: string;
  readonly id: string;
}

const ID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
const WHOLE_ID = new RegExp(`^${ID}$`, 'i');
/** A formula that is one id and nothing else: what an action puts into a field. */
const ONLY_ID = new RegExp(`^\\s*["'](${ID})["']\\s*$`, 'i');
/** Begins at the id, so that a long text costs no more than the ids in it. */
const QUOTED_ID = new RegExp(`["'](${ID})["']`, 'gi');
/** The longest name and what may stand around it. */
const NEAR = 250;
const NAME_BEFORE = /([$\w.]{1,200})\s{0,8}\)?\s{0,8}(?:=|<>)\s{0,8}$/;
const NAME_BEHIND = /^\s{0,8}(?:=|<>)\s{0,8}(?:PRIORVALUE\s{0,8}\(\s{0,8})?([$\w.]{1,200})/i;

/**
 * The ids in the filters, formulas and actions of an item, beside the fields that they are compared
 * with. What stands anywhere else is not told.
 */
export function comparedIds(item: Readonly<Record<string, unknown>>): readonly ComparedId[] {
  const found: ComparedId[] = [];
  gather(item, { pointer: '', object: null }, found);
  return found;
}

type Place = Pick<ComparedId, 'pointer' | 'object'>;

function gather(value: unknown, place: Place, found: ComparedId[]): void {
  if (typeof value === 'string') found.push(...inFormula(value, place));
  if (typeof value !== 'object' || value === null) return;
  const { object, field } = value as Readonly<Record<string, unknown>>;
  const within = { ...place, ...(typeof object === 'string' && { object }) };
  for (const [name, each] of Object.entries(value)) {
    const at = `${place.pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const there = { ...within, pointer: at };
    if (typeof field === 'string') found.push(...besideField(name, each, { ...there, field }));
    gather(each, there, found);
  }
}

/** The value of a leaf of a filter, or what an action puts into a field. */
function besideField(
  name: string,
  value: unknown,
  place: Place & { readonly field: string },
): readonly ComparedId[] {
  if (name === 'formula' && typeof value === 'string') {
    const id = ONLY_ID.exec(value)?.[1];
    return id === undefined ? [] : [{ ...place, id }];
  }
  if (name !== 'value') return [];
  if (typeof value === 'string') return WHOLE_ID.test(value) ? [{ ...place, id: value }] : [];
  if (!Array.isArray(value)) return [];
  return value.flatMap((each: unknown, i) =>
    typeof each === 'string' && WHOLE_ID.test(each)
      ? [{ ...place, pointer: `${place.pointer}/${i}`, id: each }]
      : [],
  );
}

function inFormula(text: string, place: Place): readonly ComparedId[] {
  const found: ComparedId[] = [];
  for (const { 0: quoted, 1: id = '', index } of text.matchAll(QUOTED_ID)) {
    const end = index + quoted.length;
    const before = NAME_BEFORE.exec(text.slice(Math.max(0, index - NEAR), index));
    const field = (before ?? NAME_BEHIND.exec(text.slice(end, end + NEAR)))?.[1];
    if (field !== undefined) found.push({ ...place, field, id });
  }
  return found;
}
