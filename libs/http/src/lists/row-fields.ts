import { invalidFields, type Ctx, type FieldError } from '@quittance/kernel';
import { invalidListRequest, type ListDefinition, type ShownValue } from '@quittance/lists';
import { pointed as rows } from '@quittance/objects';
import type { PointedRows } from './pointed-rows.js';

const MOST_FIELDS = 100;

/** A member of a row as it is drawn. */
export interface RowField {
  /** What it is asked for and answered as: `number`, `account.name`. */
  readonly name: string;
  /** Where it is taken of what the row points at. */
  readonly through?: {
    /** The member of the row that holds the id. */
    readonly pointer: string;
    readonly target: string;
    readonly member: string;
  };
  readonly shows?: ShownValue | undefined;
}

type List = Pick<ListDefinition, 'fields' | 'columns' | 'members' | 'reach'>;

/** How a list is drawn beyond its rows as they are. */
export interface Drawn {
  /** Null for the members that the rows have by themselves. */
  readonly fields: readonly RowField[] | null;
  /** What comes beside those. */
  readonly besides: readonly RowField[];
  readonly display: boolean;
}

export const AS_IT_IS: Drawn = { fields: null, besides: [], display: false };

/** Of a list, what may be asked of its rows. */
export interface Askable {
  readonly list: List;
  /** Its members by the documentation of its route. */
  readonly documented: readonly string[];
  readonly pointed: PointedRows;
}

/**
 * The members that `fields=` names.
 * @throws DomainError invalid_list_request, validation_failed
 */
export async function readRowFields(
  ctx: Ctx,
  asked: Askable,
  text: string,
): Promise<readonly RowField[]> {
  const unreadable: FieldError[] = [];
  const refused: FieldError[] = [];
  const names = text.split(',');
  const fail = (pointer: string, code: string, message: string) =>
    unreadable.push({ parameter: 'fields', pointer, code, message });
  if (names.length > MOST_FIELDS) fail('', 'max', `must have at most ${MOST_FIELDS} names`);
  const found: RowField[] = [];
  for (const [i, name] of names.slice(0, MOST_FIELDS).entries()) {
    const field = await rowField(ctx, asked, name);
    const refusal = field && 'refusal' in field ? field.refusal : undefined;
    if (!field) fail(`/${i}`, 'unknown_field', 'is not a member of the rows of this list');
    else if (refusal) refused.push({ parameter: 'fields', pointer: `/${i}`, ...refusal });
    else if (found.some((each) => each.name === name)) {
      fail(`/${i}`, 'duplicate', 'must be named once');
    } else found.push(field);
  }
  if (unreadable.length > 0) throw invalidListRequest({}, { errors: [...unreadable, ...refused] });
  if (refused.length > 0) throw invalidFields(refused);
  return found;
}

type Refusable = RowField & {
  readonly refusal?: { readonly code: string; readonly message: string };
};

/** Undefined where rows have no such member, by themselves or through one lookup. */
export async function rowField(
  ctx: Ctx,
  { list, documented, pointed }: Askable,
  name: string,
): Promise<Refusable | undefined> {
  const own = Object.hasOwn(list.fields, name) ? list.fields[name] : undefined;
  const members = list.members ?? [...documented, ...(list.columns ?? [])];
  if (own || members.includes(name)) return { name, shows: own?.shows };
  const dot = name.indexOf('.');
  const pointer = dot < 1 ? undefined : rows.by(list.fields, name.slice(0, dot));
  if (!pointer) return undefined;
  const member = name.slice(dot + 1);
  const there = await pointed.member(ctx, pointer.target, member);
  if (!there) return undefined;
  const { name: at, target } = pointer;
  const shows = list.reach?.(name)?.shows;
  return { name, through: { pointer: at, target, member }, shows, ...there };
}
