import type { Field } from '@quittance/fields';
import { type CompanyObject, type RecordObject } from '@quittance/metadata';
import type { AddToCampaign, CreateRecord, SetRelated } from './rule.js';

/** The other records that an action is about. */
export interface Relation {
  readonly target: CompanyObject;
  /** The lookup that leads there, or of a target of `children` the one that leads here. */
  readonly lookup: Field;
  readonly isOfChildren: boolean;
}

const isLookup = ({ type }: Field) => type === 'lookup' || type === 'master_detail';

/** Undefined where there is no such relation. */
export function relationOf(object: CompanyObject, relation: string): Relation | undefined {
  const { objects } = object.model;
  const [of = '', name] = relation.split('.');
  if (name === undefined) {
    const lookup = object.fields.get(of);
    const target = lookup && isLookup(lookup) && objects.get(lookup.settings.target ?? '');
    return lookup && target ? { target, lookup, isOfChildren: false } : undefined;
  }
  const target = objects.get(of);
  const lookup = target?.fields.get(name);
  if (!target || !lookup || !isLookup(lookup) || name === 'id') return undefined;
  const { settings } = lookup;
  const leadsHere = settings.target === object.name || settings.targetField !== undefined;
  return leadsHere ? { target, lookup, isOfChildren: true } : undefined;
}

/** The object whose records an action makes or sets fields of, beside the record of the rule. */
export function otherObject(
  object: CompanyObject,
  action: SetRelated | CreateRecord,
): CompanyObject | undefined {
  return action.kind === 'set_related'
    ? relationOf(object, action.relation)?.target
    : object.model.objects.get(action.object);
}

/** The kind of people that an action puts on a list; undefined where it leads to none. */
export function listedPerson(
  object: CompanyObject,
  { person }: AddToCampaign,
): 'lead' | 'contact' | undefined {
  const relation = person === null ? undefined : relationOf(object, person);
  const name = person === null ? object.name : relation?.target.name;
  return (name === 'lead' || name === 'contact') && !relation?.isOfChildren ? name : undefined;
}

/** Records that operations of their own write, such as invoices, can be made by no rule. */
export function isMadeByEngine({ fields, custom }: RecordObject): boolean {
  const own = [...fields.values()].filter(({ storage }) => storage.kind === 'column');
  return custom || own.some(({ name, readOnly }) => !readOnly && name !== 'ownerId');
}
