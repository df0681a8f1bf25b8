import type { UserId } from '@quittance/kernel';
import type { ConfigurationState } from './revision.js';

/** The kind of what people keep for themselves: it has an owner and a visibility. */
const OWN_KIND = 'view';

/**
 * Whether whoever may customize may know a state: what somebody keeps for themselves, or shares
 * with other people alone, is theirs, also as it once was. What is shared with a role is in a
 * set-up as well.
 */
export function isKnownTo(
  userId: UserId | null,
  kind: string,
  state: ConfigurationState | null,
): boolean {
  if (kind !== OWN_KIND || state === null) return true;
  const { visibility, ownerId, sharedWith } = state;
  if (visibility === 'public' || (ownerId !== null && ownerId === userId)) return true;
  if (visibility !== 'shared') return false;
  const { roleIds, userIds } = sharedWith as Record<'roleIds' | 'userIds', readonly unknown[]>;
  return roleIds.length > 0 || userIds.includes(userId);
}

/** The same of both states of the revision `r`, for the user of this place. */
export function knownToSql(user: string): string {
  const known = (state: string) => `(${state} is null or ${state} ->> 'visibility' = 'public'
    or ${state} ->> 'ownerId' = ${user}::text or ${state} ->> 'visibility' = 'shared'
      and (json_array_length(${state} #> '{sharedWith,roleIds}') > 0
        or (${state} #> '{sharedWith,userIds}')::jsonb ? ${user}::text))`;
  return `(r.kind <> '${OWN_KIND}' or ${known('r.before')} and ${known('r.after')})`;
}
