import { type FieldValues, fieldTypes } from '@quittance/fields';
import type { RecordObject, RecordView } from '@quittance/metadata';

/** The last word of a name is the last name. */
export function splitName(name: string): { firstName: string | null; lastName: string } {
  const words = name.trim().split(/\s+/);
  const lastName = words.pop() ?? name;
  return { firstName: words.length === 0 ? null : words.join(' '), lastName };
}

/** Custom fields that the lead and the target both have, by name and type. */
function customOf(lead: RecordView, from: RecordObject, to: RecordObject): FieldValues {
  const shared = [...from.fields.values()].filter(({ name, type, storage }) => {
    const same = to.fields.get(name);
    return storage.kind === 'custom' && same?.type === type && !fieldTypes.computed.has(type);
  });
  return Object.fromEntries(shared.map(({ name }) => [name, lead[name] ?? null]));
}

/** The account a lead becomes. */
export function accountOf(lead: RecordView, from: RecordObject, to: RecordObject): FieldValues {
  const { companyName, name, phone, industry, rating, address, ownerId } = lead;
  return {
    ...customOf(lead, from, to),
    name: companyName ?? name ?? '',
    // A person's own address is the contact's; a business has no e-mail yet.
    phone: companyName ? null : (phone ?? null),
    industry: industry ?? null,
    rating: rating ?? null,
    billingAddress: address ?? null,
    ownerId: ownerId ?? null,
  };
}

/** The contact a lead becomes. */
export function contactOf(lead: RecordView, from: RecordObject, to: RecordObject): FieldValues {
  const { name, email, phone, title, ownerId } = lead;
  return {
    ...customOf(lead, from, to),
    ...splitName(String(name)),
    email: email ?? null,
    phone: phone ?? null,
    title: title ?? null,
    ownerId: ownerId ?? null,
  };
}

/** The deal a lead becomes. */
export function dealOf(lead: RecordView, from: RecordObject, to: RecordObject): FieldValues {
  const { companyName, name, ownerId } = lead;
  return {
    ...customOf(lead, from, to),
    name: companyName ?? name ?? '',
    ownerId: ownerId ?? null,
  };
}
