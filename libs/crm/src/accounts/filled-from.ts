import type { PostalAddress } from '@quittance/company';
import { type FieldValues, fieldTypes } from '@quittance/fields';
import type { RecordObject, RecordView } from '@quittance/metadata';

/** What one account alone is, or says of itself in another system. */
const OWN: ReadonlySet<string> = new Set(['name', 'status', 'parentId', 'ownerId', 'externalKey']);

function isEmpty(value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (typeof value !== 'object' || Array.isArray(value)) return false;
  return Object.values(value as PostalAddress).every((part) => part === null);
}

/** What the loser of a merge says and the winner does not. */
export function filledFrom(
  { fields }: Pick<RecordObject, 'fields'>,
  winner: RecordView,
  loser: RecordView,
): FieldValues {
  const gaps = [...fields.values()].filter(
    ({ name, type, readOnly, unique }) =>
      !readOnly &&
      !unique &&
      !OWN.has(name) &&
      !fieldTypes.computed.has(type) &&
      isEmpty(winner[name]) &&
      !isEmpty(loser[name]),
  );
  return Object.fromEntries(gaps.map(({ name }) => [name, loser[name] ?? null]));
}
