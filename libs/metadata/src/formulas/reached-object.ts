import { defineObject } from '../catalogue/define-object.js';
import { email, text, type Field } from '@quittance/fields';
import type { CompanyModel, CompanyObject, RecordObject } from '../catalogue/object.js';

const USER = 'user';
/** What of a user formulas may name: `owner.name`, `owner.email`. */
const NAMED: ReadonlySet<string> = new Set(['id', 'name', 'email']);
/** What of a user everybody sees who sees the record. */
const SHOWN: ReadonlySet<string> = new Set(['id', 'name']);

const described = defineObject({
  name: USER,
  label: 'User',
  pluralLabel: 'Users',
  path: '/users',
  resource: 'users',
  table: 'identity.pub_user',
  titleField: 'name',
  defaultSort: 'name',
  owned: false,
  softDelete: false,
  customizable: false,
  fields: { name: text('Name'), email: email('E-mail', { personal: true }) },
});

const users: RecordObject = {
  ...described,
  fields: new Map([...described.fields].filter(([name]) => NAMED.has(name))),
};

const known = new WeakMap<CompanyModel, CompanyObject>();

/** Users are no records of the engine: whoever sees a record sees who its users are, by name. */
export function isUser({ name }: Pick<RecordObject, 'name'>): boolean {
  return name === USER;
}

/** Whether everybody who sees a record sees this of the other one: of users id and name. */
export function isShownThere(target: Pick<RecordObject, 'name'>, field: string): boolean {
  return isUser(target) && SHOWN.has(field);
}

/** The object that a lookup leads formulas to, among those given; users besides. */
export function targetOf(
  objects: ReadonlyMap<string, RecordObject>,
  { settings: { target = '' } }: Pick<Field, 'settings'>,
): RecordObject | undefined {
  return target === USER ? users : objects.get(target);
}

/** The same as a company has it. */
export function reachedObject(
  model: CompanyModel,
  lookup: Pick<Field, 'settings'>,
): CompanyObject | undefined {
  return namedObject(model, lookup.settings.target ?? '');
}

/** An object of a company by its name, users too. */
export function namedObject(model: CompanyModel, name: string): CompanyObject | undefined {
  if (name !== USER) return model.objects.get(name);
  let made = known.get(model);
  if (!made) {
    made = { ...users, model };
    known.set(model, made);
  }
  return made;
}
