import { sql, type Tx } from '@quittance/database';
import { isStorableText } from '@quittance/lists';
import {
  invalidField,
  invalidFields,
  isUuid,
  type FieldError,
  type UserId,
} from '@quittance/kernel';
import type { DocumentPatch } from '@quittance/mass';
import type { RecordInput } from '@quittance/objects';
import { quoteMembers } from '../quote.description.js';

/** What of many quotes or orders is changed alike: nothing that a customer sees. */
export interface UnseenMembers {
  readonly ownerId?: UserId | null;
  readonly internalNotes?: string | null;
}

/** The same, with custom fields. */
export type UnseenPatch = DocumentPatch<UnseenMembers>;

/** @throws DomainError validation_failed */
export function readUnseenPatch(patch: RecordInput): UnseenPatch {
  const errors: FieldError[] = [];
  const described: { ownerId?: UserId | null; internalNotes?: string | null } = {};
  const custom: Record<string, unknown> = {};
  const refuse = (name: string, code: string, message: string) =>
    errors.push({ pointer: `/patch/${name}`, code, message });
  for (const [name, value] of Object.entries(patch)) {
    if (name.endsWith('__c')) custom[name] = value;
    else if (name === 'ownerId') {
      if (value === null || (typeof value === 'string' && isUuid(value))) {
        described.ownerId = value as UserId | null;
      } else refuse(name, 'type', 'must be the id of a user, or null');
    } else if (name === 'internalNotes') {
      if (value !== null && (typeof value !== 'string' || !isStorableText(value))) {
        refuse(name, 'type', 'must be text or null');
      } else if (value !== null && value.length > MOST_NOTES) {
        refuse(name, 'max_length', `has more than ${MOST_NOTES} characters`);
      } else described.internalNotes = value;
    } else refuse(name, 'read_only', ONLY);
  }
  if (errors.length > 0) throw invalidFields(errors);
  return { described, custom };
}

const ONLY = 'owner, internal notes and custom fields are changed in bulk, nothing else';
const MOST_NOTES = quoteMembers.internalNotes.field.settings.maxLength ?? 0;

/** By primary key of the table behind the view. */
const USER = sql(`
  select u.id from identity.pub_user u where u.company_id = $1 and u.id = $2`);

/** @throws DomainError validation_failed where there is no such user */
export async function requireOwner(tx: Tx, { described }: UnseenPatch): Promise<void> {
  const { ownerId } = described;
  if (!ownerId || (await tx.maybe(USER, [tx.ctx.companyId, ownerId]))) return;
  throw invalidField('/patch/ownerId', 'reference_not_found', 'There is no such user.');
}
