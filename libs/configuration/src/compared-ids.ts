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

/** `CASE(stageId, "…", 1, 0)`, `SWITCH(…)`: what is asked stands first, and is compared with each. */
const ASKED_FIRST = /\b(?:CASE|SWITCH)\s{0,8}\(\s{0,8}([$\w.]{1,200})\s{0,8},/gi;

interface Case {
  readonly field: string;
  readonly from: number;
  readonly to: number;
}

/** What the choices of a formula compare their fields with: every other one, but what is left. */
function casesIn(text: string): readonly Case[] {
  return [...text.matchAll(ASKED_FIRST)].flatMap(({ 0: head, 1: field = '', index }) => {
    const ends = argumentEnds(text, index + head.length);
    const starts = [index + head.length, ...ends.map((end) => end + 1)];
    return ends.slice(0, -1).flatMap((to, i) => {
      const from = starts[i] ?? 0;
      return i % 2 === 0 ? [{ field, from, to }] : [];
    });
  });
}

/** Where each of the values ends that stand in the brackets open at a place. */
function argumentEnds(text: string, from: number): readonly number[] {
  const ends: number[] = [];
  let depth = 1;
  let quote = '';
  for (let i = from; i < text.length && depth > 0; i += 1) {
    const sign = text.charAt(i);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    if (depth === 0 || (depth === 1 && quote === '' && sign === ',')) ends.push(i);
  }
  return ends;
}

/** Formulas are at most so long; what is longer is prose, of which each bracket is not followed. */
const LONGEST_FORMULA = 4000;

function inFormula(text: string, place: Place): readonly ComparedId[] {
  const found: ComparedId[] = [];
  const cases = text.length > LONGEST_FORMULA ? [] : casesIn(text);
  for (const { 0: quoted, 1: id = '', index } of text.matchAll(QUOTED_ID)) {
    const end = index + quoted.length;
    const before = NAME_BEFORE.exec(text.slice(Math.max(0, index - NEAR), index));
    const beside = before ?? NAME_BEHIND.exec(text.slice(end, end + NEAR));
    const field = beside?.[1] ?? fieldOfCase(text, cases, index, quoted);
    if (field !== undefined) found.push({ ...place, field, id });
  }
  return found;
}

/** The field of the choice of which the quoted id is a case, and nothing beside it. */
function fieldOfCase(
  text: string,
  cases: readonly Case[],
  at: number,
  quoted: string,
): string | undefined {
  const found = cases.findLast(({ from, to }) => from <= at && at < to);
  return found && text.slice(found.from, found.to).trim() === quoted ? found.field : undefined;
}
