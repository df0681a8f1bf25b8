import type { Tx } from '@quittance/database';
import { emit } from '@quittance/outbox';
import type { PortalDirectory, PortalUserId } from '../actors/portal-actor.js';

/** What of their sign-in a user is told by e-mail, whatever they have set. */
export const SECURITY_NOTICES = [
  'new_device',
  'password_changed',
  'mfa_on',
  'mfa_off',
  'recovery_code_used',
  'recovery_codes_renewed',
  'email_changed',
] as const;
export type SecurityNotice = (typeof SECURITY_NOTICES)[number];

/** Whom it is about. The address is where it is said: of one that changes, that before. */
export interface NoticeFor {
  readonly id: PortalUserId;
  readonly email: string;
  readonly directory: PortalDirectory;
}

/** Has the user told of what changed, after the commit and by e-mail. */
export function tellOfSecurity(
  tx: Tx,
  { id, email, directory }: NoticeFor,
  what: SecurityNotice,
  device: string | null = null,
): void {
  const data = { id, email, directory, what, device };
  emit(tx, { type: 'portal_user.security_changed', object: 'portal-user', recordId: id, data });
}
