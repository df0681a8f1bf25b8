import { isStorableText } from '@quittance/lists';
import { invalidFields, isUuid, type FieldError, type UserId } from '@quittance/kernel';
import type { RecordInput } from '@quittance/objects';
import { quoteMembers } from '../quote.description.js';

/** What of many quotes is changed alike: nothing that a customer is offered. */
export interface QuotesPatch {
  readonly described: {
    readonly ownerId?: UserId | null;
    readonly internalNotes?: string | null;
  };
  readonly custom: RecordInput;
}

/** @throws DomainError validation_failed */
export function readQuotesPatch(patch: RecordInput): QuotesPatch {
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
