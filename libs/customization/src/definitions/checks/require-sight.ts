import { rightBeyondOwn } from '@quittance/access';
import type { Permissions } from '@quittance/kernel';
import { formulaGraph, type CompanyObject } from '@quittance/metadata';
import type { FieldDefinition } from '../definition.js';
import type { FieldPlace } from './field-input.js';
import { isDeepStrictEqual } from 'node:util';

/**
 * A field tells of all that it reads, by its value and by which records it refuses: its author must
 * be shown the fields that it names. What stays as it was is not asked about: who customizes may
 * call a field otherwise that an administrator has made. @throws DomainError right_beyond_own
 */
export function requireSight(
  { object, author, before }: Pick<FieldPlace, 'object' | 'author' | 'before'>,
  field: FieldDefinition,
): void {
  if (author.all || !author.fieldBound?.length) return;
  requireShownField(author, object, field.name);
  const known = before ? readsOf(object, before) : [];
  readsOf(object, field).forEach(({ said, paths }, i) => {
    if (isDeepStrictEqual(said, known[i]?.said)) return;
    for (const path of paths) refuseHidden(author, object, path);
  });
}

/**
 * What somebody is not shown they do not change: by an option that is in use, a value that is there
 * twice or a portal that shows it they would be told of it. @throws DomainError right_beyond_own
 */
export function requireShownField(author: Permissions, object: CompanyObject, name: string): void {
  if (!author.all) refuseHidden(author, object, `${object.name}.${name}`);
}

function refuseHidden(author: Permissions, object: CompanyObject, path: string): void {
  const [of = '', name = ''] = path.split('.');
  const resource = of === object.name ? object.resource : object.model.objects.get(of)?.resource;
  if (resource === undefined || !author.fields?.(resource)?.hidden.has(name)) return;
  const what = `the right to view ${name} of ${resource}`;
  throw rightBeyondOwn({ what, resource, action: 'view' });
}

/** What a field says of others, and those that it reads by it, as `object.field`. */
function readsOf(object: CompanyObject, field: FieldDefinition) {
  const { requiredWhen, settings } = field;
  const { formula, child, childField, function: what, of, filter, dependsOn } = settings;
  return [
    {
      said: [formula, child, childField, what, of, filter],
      paths: formulaGraph.ofField(object, field),
    },
    {
      said: requiredWhen,
      paths: requiredWhen === null ? [] : formulaGraph.ofFormula(object, requiredWhen),
    },
    { said: dependsOn, paths: dependsOn ? [`${object.name}.${dependsOn.field}`] : [] },
  ];
}
