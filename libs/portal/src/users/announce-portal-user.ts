import { audit, changedFields } from '@quittance/audit';
import type { Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import { endInvitations } from '../credentials/secret-link.js';
import { refuseCrowded } from './often-invited.js';
import {
  portalUserView,
  updatePortalUser,
  type StoredPortalUser,
} from './portal-user.repository.js';

/** Who a user is, as others are told. */
export type NamedPortalUser = Pick<StoredPortalUser, 'id' | 'email' | 'directory'>;

/** What an event says of whom it is about. */
export const eventData = ({ id, email, directory }: NamedPortalUser) => ({ id, email, directory });

/**
 * Has an invitation sent to the address of the user; those before end. The event carries no token:
 * it is made with the e-mail. @throws DomainError invitation_sent_lately
 */
export async function invite(
  tx: Tx,
  user: NamedPortalUser & Pick<StoredPortalUser, 'version'>,
  renewals = 0,
): Promise<void> {
  const about = { object: 'portal-user', recordId: user.id };
  await refuseCrowded(tx, user.id);
  await endInvitations(tx, user.id);
  await updatePortalUser(tx, user, { invitedAt: tx.ctx.now, renewals });
  audit(tx, { action: 'portal_user.invited', ...about });
  emit(tx, { type: 'portal_user.invited', ...about, data: eventData(user) });
}

/** The log entry and the event of a changed user. */
export function tellChanged(tx: Tx, before: StoredPortalUser, after: StoredPortalUser): void {
  const about = { object: 'portal-user', recordId: after.id };
  const [was, is] = [{ ...portalUserView(before) }, { ...portalUserView(after) }];
  const changes = changedFields(was, is);
  const { version: _, updatedAt: __, ...old } = changes.before;
  audit(tx, { action: 'portal_user.updated', ...about, ...changes });
  emit(tx, { type: 'record.updated', ...about, data: is, before: old });
}
