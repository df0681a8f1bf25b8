import type { Permissions } from '@quittance/kernel';
import { maySeeEventsOf } from '@quittance/outbox';

/**
 * Whether the e-mails that are filed with an object may be read. One that is filed with an account
 * is a letter about several of its invoices, and holds their amounts.
 */
export function mayReadEmailsOf(permissions: Permissions, object: string | null): boolean {
  if (object === 'account' && !maySeeEventsOf(permissions, 'invoice')) return false;
  return maySeeEventsOf(permissions, object);
}
