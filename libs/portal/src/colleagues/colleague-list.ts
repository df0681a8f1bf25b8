import type { ListDefinition, ListField } from '@quittance/lists';
import type { PortalUserView } from '../users/portal-user.description.js';
import {
  portalUserList,
  portalUserView,
  type StoredPortalUser,
} from '../users/portal-user.repository.js';

/**
 * A user as an Admin of the party sees them. Of who has not accepted yet nothing is told that their
 * credential knows: it may be somebody's of another party, and an invitation alone joins nobody.
 */
export function colleagueView(row: StoredPortalUser): PortalUserView {
  const view = portalUserView(row);
  if (row.isVerified) return view;
  return { ...view, username: null, lockedUntil: row.lockedByPersonUntil };
}

const { scope: _, ...list } = portalUserList;
const { username: __, lockedUntil: ___, contactId, ...fields } = list.fields;

/** Of whichever directory: partners and vendors have no list of contacts to look into. */
function pointingNowhere({ shows: _shows, ...field }: ListField): ListField {
  return field;
}

/**
 * The same as a list, which is filtered and sorted by nothing of the credential but its e-mail. No
 * role of staff narrows it: whose colleagues there are is said by who asks.
 */
export const colleagueList: ListDefinition<StoredPortalUser, PortalUserView> = {
  ...list,
  fields: { ...fields, ...(contactId && { contactId: pointingNowhere(contactId) }) },
  search: ['u.name', 'k.email'],
  map: colleagueView,
};
