import { type Bind, type ListField, sight } from '@quittance/lists';
import type { Ctx } from '@quittance/kernel';
import {
  isShownThere,
  isUser,
  reachedObject,
  type CompanyModel,
  type CompanyObject,
  type RecordObject,
  type ReferenceTarget,
  type TargetTitle,
} from '@quittance/metadata';
import { narrowedRollups } from '../computed/compute-fields.js';
import { liveRows, namedRows, rowScope } from '../records/owned-rows.js';
import { NARROWED, recordListFields } from './list-fields.js';

/** What rows of a list point at, as an actor may see it. */
export interface PointedTarget {
  /** Undefined for what is no object of the company. */
  readonly object: CompanyObject | undefined;
  /** The row of the role matrix that its rows are of. */
  readonly resource: string | undefined;
  readonly table: string;
  /** What names a row to a person; undefined where that is worked out on read. */
  title(alias: string): string | undefined;
  /** Its rows may be told by their titles at all. */
  readonly isShown: boolean;
  /** Something of them may be told. */
  readonly isOpen: boolean;
  fields(alias: string): Readonly<Record<string, ListField>>;
  /** Kept from the actor by their role, whatever else they may view: no word of it is theirs. */
  isHidden(field: string): boolean;
  /** Why the actor may not be shown a field. */
  closed(field: string): ListField['refusal'];
  /** Why the actor may not ask for a field. */
  refusal(field: string): ListField['refusal'];
  live(alias: string): string;
  /** Which of them a record may be made to point at. */
  usable(alias: string): string;
  scope(alias: string, bind: Bind): string | null;
}

/** Undefined where the company has nothing of that name. */
export function pointedAt(ctx: Ctx, model: CompanyModel, name: string): PointedTarget | undefined {
  // What says itself how its rows are named is named so, though rules know it as an object.
  const shown = model.shown.get(name);
  const object = shown ? undefined : reachedObject(model, { settings: { target: name } });
  if (object) return pointedObject(ctx, object);
  const other = shown ?? model.targets.get(name);
  return other && pointedOther(ctx, model, other);
}

function pointedObject(ctx: Ctx, object: CompanyObject): PointedTarget {
  const isOpen = ctx.permissions.can(object.resource, 'view');
  const hidden = ctx.permissions.fields?.(object.resource)?.hidden;
  const isHidden = (field: string) => hidden?.has(sight.member(field)) === true;
  const title = object.fields.get(object.titleField)?.storage;
  const closedIn = (field: string) =>
    isOpen || isShownThere(object, field) ? undefined : closed(object.pluralLabel);
  return {
    object,
    resource: object.resource,
    table: object.table.name,
    title: (alias) => (title?.kind === 'column' ? `${alias}.${title.column}` : undefined),
    isOpen: isOpen || isUser(object),
    isShown: (isOpen || isUser(object)) && !isHidden(object.titleField),
    fields: (alias) => fieldsOf(object, alias),
    isHidden,
    closed: closedIn,
    refusal: (field) => {
      const refusal = closedIn(field);
      if (refusal) return refusal;
      return narrowedRollups(ctx, object).some(({ name }) => name === field) ? NARROWED : undefined;
    },
    live: (alias) => liveRows(object, alias),
    usable: (alias) => liveRows(object, alias),
    scope: (alias, bind) => namedRows(ctx, object, alias, bind),
  };
}

function closed(label: string): ListField['refusal'] {
  const message = `is of the ${label.toLowerCase()}, which you may not view`;
  return { code: 'permission_denied', message };
}

/** Of these the name alone is known. */
function pointedOther(ctx: Ctx, model: CompanyModel, target: ReferenceTarget): PointedTarget {
  const of = target.kept ?? (target.of === undefined ? undefined : model.objects.get(target.of));
  const isOpen = !of || ctx.permissions.can(of.resource, 'view');
  const named = titleOf(ctx, model, target);
  const hidden = of && ctx.permissions.fields?.(of.resource)?.hidden;
  const isHidden = (field: string) => hidden?.has(field) === true;
  const isUntold = named.tells.some(isHidden);
  const closedIn = () => (of && !isOpen ? closed(of.pluralLabel) : undefined);
  return {
    object: undefined,
    resource: of?.resource,
    table: target.table,
    title: named.sql,
    isShown: isOpen && !isUntold,
    isOpen,
    fields: (alias) => ({
      id: { sql: `${alias}.id`, type: 'id' },
      name: { sql: named.sql(alias), type: 'text' },
    }),
    isHidden: (field) => (field === 'name' ? isUntold : isHidden(field)),
    closed: closedIn,
    refusal: closedIn,
    live: () => 'true',
    usable: () => target.usable ?? 'true',
    scope: (alias, bind) => rowScope.target(ctx, of, alias, bind),
  };
}

function titleOf(
  ctx: Ctx,
  model: CompanyModel,
  { titleColumn }: ReferenceTarget,
): Pick<TargetTitle, 'sql' | 'tells'> {
  if (typeof titleColumn === 'string') {
    return { sql: (alias) => `${alias}.${titleColumn}`, tells: [titleColumn] };
  }
  const { named, tells } = titleColumn;
  const at = named && pointedAt(ctx, model, named.object);
  // Whoever reaches some of them alone has the rest of them all: a title binds no scope.
  const isTold = at?.isShown === true && at.scope('t', () => '') === null;
  return !named || isTold ? titleColumn : { sql: named.rest, tells };
}

const known = new WeakMap<RecordObject, Map<string, Readonly<Record<string, ListField>>>>();

/** The fields of an object in its row under an alias; made once for each. */
function fieldsOf(object: RecordObject, alias: string): Readonly<Record<string, ListField>> {
  let byAlias = known.get(object);
  if (!byAlias) known.set(object, (byAlias = new Map()));
  let fields = byAlias.get(alias);
  if (!fields) byAlias.set(alias, (fields = recordListFields(object, alias)));
  return fields;
}
