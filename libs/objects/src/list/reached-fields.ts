import type { Bind, ListField } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import {
  type RecordObject,
  lookupOf,
  isShownThere,
  reachedObject,
  type CompanyObject,
} from '@quittance/metadata';
import { narrowedRollups } from '../computed/compute-fields.js';
import type { Field } from '@quittance/fields';
import { liveRows, namedRows } from '../records/owned-rows.js';
import { NARROWED, fieldSql, recordListFields } from './list-fields.js';

/** The alias of the row that a lookup leads to. */
const THERE = 'reached';

const known = new WeakMap<RecordObject, Readonly<Record<string, ListField>>>();

/** The fields of the other object, in its row. */
function fieldsThere(target: RecordObject): Readonly<Record<string, ListField>> {
  let fields = known.get(target);
  if (!fields) {
    fields = recordListFields(target, THERE);
    known.set(target, fields);
  }
  return fields;
}

/**
 * What a filter over records may name through one lookup, as formulas name it: `account.industry`.
 * A record that the actor may not see is as empty as none; of an object they may not view nothing
 * can be asked. Of users the name is for everybody who sees the record, as on its page. `rows` is
 * the alias of the list's own table.
 */
export function reachedFields(
  ctx: Ctx,
  object: CompanyObject,
  rows = 't',
): (name: string) => ListField | undefined {
  return (name) => {
    const dot = name.indexOf('.');
    const lookup = dot < 1 ? undefined : lookupOf(object, name.slice(0, dot));
    const target = lookup && reachedObject(object.model, lookup);
    if (!lookup || !target || lookup.storage.kind === 'computed') return undefined;
    const there = name.slice(dot + 1);
    const fields = fieldsThere(target);
    const field = Object.hasOwn(fields, there) ? fields[there] : undefined;
    return field && fieldThere(ctx, { lookup, target, rows, there }, field);
  };
}

interface Hop {
  readonly lookup: Field;
  readonly target: CompanyObject;
  readonly rows: string;
  /** The name of the field in the target. */
  readonly there: string;
}

function fieldThere(ctx: Ctx, hop: Hop, { join: _, ...field }: ListField): ListField {
  const { target, there } = hop;
  const refusal = field.refusal ?? refusalOf(ctx, target, there);
  return {
    ...field,
    ...(refusal && { refusal }),
    sortable: false,
    within: (condition, bind) => inRow(ctx, hop, condition, bind),
  };
}

function refusalOf(ctx: Ctx, target: CompanyObject, name: string): ListField['refusal'] {
  if (!isShownThere(target, name) && !ctx.permissions.can(target.resource, 'view')) {
    const message = `is of the ${target.pluralLabel.toLowerCase()}, which you may not view`;
    return { code: 'permission_denied', message };
  }
  return narrowedRollups(ctx, target).some((field) => field.name === name) ? NARROWED : undefined;
}

/** By the primary key of the other table. */
function inRow(ctx: Ctx, { lookup, target, rows }: Hop, condition: string, bind: Bind): string {
  const scope = namedRows(ctx, target, THERE, bind);
  return `exists (select from ${target.table.name} ${THERE}
    where ${THERE}.company_id = ${bind(ctx.companyId)}::uuid
      and ${THERE}.id = ${fieldSql(lookup, rows)}
      and ${liveRows(target, THERE)}${scope === null ? '' : ` and ${scope}`} and ${condition})`;
}
