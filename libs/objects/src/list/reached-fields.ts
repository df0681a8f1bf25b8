import type { Bind, FieldBeside, ListField } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import type { CompanyModel } from '@quittance/metadata';
import { pointedAt, type PointedTarget } from './pointed-target.js';

/** The alias of the row that a filter looks into. */
const THERE = 'reached';

type Fields = Readonly<Record<string, ListField>>;

/** A field that points at a record, by its own name or without its `Id`: `account` of `accountId`. */
export function pointerOf(fields: Fields, first: string) {
  for (const name of [first, `${first}Id`]) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    const target = field?.type === 'id' && !field.refusal ? field.shows?.target : undefined;
    if (field && target !== undefined) return { name, field, target };
  }
  return undefined;
}

/**
 * What a list may name through one lookup, as formulas name it: `account.industry`. A record that
 * the actor may not see is as empty as none; of an object they may not view nothing can be asked.
 * What is hidden from them there is no field, as in the list of those records.
 * Of users the name is for everybody who sees the record, as on its page.
 */
export function reachedFields(
  ctx: Ctx,
  model: CompanyModel,
  fields: Fields,
): (name: string) => ListField | undefined {
  return (name) => {
    const dot = name.indexOf('.');
    const pointer = dot < 1 ? undefined : pointerOf(fields, name.slice(0, dot));
    const target = pointer && pointedAt(ctx, model, pointer.target);
    if (!pointer || !target) return undefined;
    const hop = { pointer: pointer.field, target, there: name.slice(dot + 1) };
    const field = target.isHidden(hop.there) ? undefined : fieldIn(hop, THERE);
    if (!field) return undefined;
    const refusal = field.refusal ?? target.refusal(hop.there);
    return {
      ...field,
      ...(refusal && { refusal }),
      within: (condition, bind) => inRow(ctx, hop, condition, bind),
      ...besideOf(ctx, hop, `beside_${pointer.name}`),
    };
  };
}

interface Hop {
  readonly pointer: ListField;
  readonly target: PointedTarget;
  /** The name of the field in the target. */
  readonly there: string;
}

/** What its side tables serve is not asked by them here. */
function fieldIn({ target, there }: Hop, alias: string): ListField | undefined {
  const fields = target.fields(alias);
  const found = Object.hasOwn(fields, there) ? fields[there] : undefined;
  if (!found) return undefined;
  const { join: _, notNull: __, ...field } = found;
  return field;
}

function besideOf(ctx: Ctx, hop: Hop, alias: string): { readonly beside?: FieldBeside } {
  const field = fieldIn(hop, alias);
  if (!field) return {};
  const { target, pointer } = hop;
  const join = (bind: Bind) =>
    `left join ${target.table} ${alias} on ${rowOf(ctx, target, alias, pointer, bind)}`;
  return { beside: { alias, field, join } };
}

/** By the primary key of the other table. */
function inRow(ctx: Ctx, { target, pointer }: Hop, condition: string, bind: Bind): string {
  return `exists (select from ${target.table} ${THERE}
    where ${rowOf(ctx, target, THERE, pointer, bind)} and ${condition})`;
}

function rowOf(
  { companyId }: Ctx,
  target: PointedTarget,
  alias: string,
  pointer: ListField,
  bind: Bind,
): string {
  const scope = target.scope(alias, bind);
  return `${alias}.company_id = ${bind(companyId)}::uuid and ${alias}.id = ${pointer.sql}
      and ${target.live(alias)}${scope === null ? '' : ` and ${scope}`}`;
}
