import { type ListDefinition, type ListField, sight } from '@quittance/lists';
import type { RecordObject, RecordView, CompanyModel, CompanyObject } from '@quittance/metadata';
import type { Ctx } from '@quittance/kernel';
import { computeFields, narrowedRollups } from '../computed/compute-fields.js';
import { liveRows, recordScope } from '../records/owned-rows.js';
import { recordRows, type RecordRow } from '../records/record-rows.js';
import { NARROWED, recordListFields } from './list-fields.js';
import { reachedFields } from './reached-fields.js';
import { recordWriter } from './record-json.js';
import { recordNaming } from './record-naming.js';

export type RecordList = ListDefinition<RecordRow, RecordView>;

const known = new WeakMap<RecordObject, RecordList>();

/**
 * The list of an object's records as a company has it: standard and custom fields alike are
 * filtered, sorted, searched and downloaded. Made once for each version of the object.
 */
export function recordList(_model: CompanyModel, object: CompanyObject): RecordList {
  let list = known.get(object);
  if (!list) {
    list = makeList(object);
    known.set(object, list);
  }
  return list;
}

/** The same as an actor may ask it. */
export function recordListFor(ctx: Ctx, object: CompanyObject): RecordList {
  return asActorAsks(ctx, object, recordList(object.model, object));
}

/** Any list over the object's records as an actor may ask it. */
export function asActorAsks<List extends Pick<RecordList, 'fields'>>(
  ctx: Ctx,
  object: CompanyObject,
  list: List,
): List & Pick<RecordList, 'reach'> {
  const bound = { resource: object.resource, ...list } as object as ListDefinition;
  const shown = sight.list(ctx, bound) as object as List;
  return withReach(ctx, object, withoutNarrowed(ctx, object, shown));
}

/** The list with what its filters may name through one lookup, for an actor. */
function withReach<List extends Pick<RecordList, 'fields'>>(
  ctx: Ctx,
  object: CompanyObject,
  list: List,
): List & Pick<RecordList, 'reach'> {
  return { ...list, reach: reachedFields(ctx, object.model, list.fields) };
}

/**
 * A stored roll-up counts all children, and whoever may not see them all is shown what they may
 * see. To filter or sort by the stored value would tell them the rest, so that they cannot: to them
 * it is like a roll-up that is not stored.
 */
function withoutNarrowed<List extends Pick<RecordList, 'fields'>>(
  ctx: Ctx,
  object: CompanyObject,
  list: List,
): List {
  const narrowed = narrowedRollups(ctx, object).filter(({ name }) => list.fields[name]);
  if (narrowed.length === 0) return list;
  const hidden = Object.fromEntries(
    narrowed.map(({ name }) => [name, { sql: 'null', type: 'text', refusal: NARROWED } as const]),
  );
  return { ...list, fields: { ...list.fields, ...hidden } };
}

/**
 * The list of the standard fields alone, of whoever's records: for those to whom custom fields are
 * not shown, and who say otherwise what is reached.
 */
export function standardList(object: RecordObject): RecordList {
  const rows = recordRows(object);
  const fields = recordListFields(object);
  const named = recordNaming(object);
  return {
    resource: object.resource,
    from: `${object.table.name} t`,
    where: liveRows(object, 't'),
    select: rows.select,
    id: 't.id',
    wide: true,
    fields,
    search: searchColumns(object, fields),
    ...(named && { named }),
    defaultSort: object.defaultSort,
    columns: [...object.fields.keys()],
    map: (row) => rows.view(row),
  };
}

function makeList(object: CompanyObject): RecordList {
  const computes = [...object.fields.values()].some(
    ({ type, storage }) => type === 'rollup' || storage.kind === 'computed',
  );
  return {
    ...standardList(object),
    scope: (ctx, bind) => recordScope(ctx, object, 't', bind),
    ...(computes
      ? { complete: (tx, items) => computeFields(tx, object, items) }
      : { write: recordWriter(object) }),
  };
}

/** SQL of the columns that a search of an object's records looks into. */
export function searchColumns(
  object: RecordObject,
  fields: Readonly<Record<string, ListField>>,
): readonly string[] {
  return [...object.fields.values()].flatMap(({ name, searched }) => {
    const field = searched ? fields[name] : undefined;
    return field?.type === 'text' || field?.type === 'enum' ? [field.sql] : [];
  });
}
