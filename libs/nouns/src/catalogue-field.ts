import {
  boolean,
  currency,
  date,
  datetime,
  integer,
  json,
  lookup,
  picklist,
  text,
  textarea,
  type FieldDescription,
} from '@quittance/fields';
import type { Member } from './member.js';

/** A member as a field of its object, which operations alone write. */
export function catalogueField(member: Member): FieldDescription {
  const { kind, label = '', searched, personal, values = [], long, target } = member;
  const options = {
    readOnly: true,
    ...(searched === true ? { searched } : {}),
    ...(personal ? { personal } : {}),
  };
  switch (kind) {
    case 'text':
      return long ? textarea(label, options) : text(label, options);
    case 'currency':
      return text(label, options);
    case 'word':
      return picklist(label, choicesOf(values), options);
    case 'id':
      return lookup(label, target ?? null, { ...options, onDelete: 'restrict' });
    case 'date':
      return date(label, options);
    case 'instant':
      return datetime(label, options);
    case 'amount':
      return currency(label, { ...options, currencyField: 'currency' });
    case 'boolean':
      return boolean(label, options);
    case 'integer':
      return integer(label, options);
    case 'json':
      return json(label, options);
    case 'serial':
      throw new Error(`${label} is kept for the lib's own use`);
  }
}

function choicesOf(values: NonNullable<Member['values']>): Readonly<Record<string, string>> {
  if (Array.isArray(values)) throw new Error('The words of a field have names');
  return values as Readonly<Record<string, string>>;
}
