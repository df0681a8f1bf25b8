import type { RecordReach } from '@quittance/access';

/**
 * What is a partner's is followed to the owner of its ledger account: whoever does not reach the
 * one does not reach the other.
 */
export const ofPartner = (resource: string, column = 'partner_id'): RecordReach => ({
  resource,
  ways: [[{ column, view: 'crm.pub_trading_partner', beside: 'ledger-accounts' }]],
});

/** Whose registrations, commissions, statements and memberships are. */
export const OF_PARTNER = {
  registration: ofPartner('deal-registrations'),
  commission: ofPartner('commissions'),
  member: ofPartner('commissions', 'id'),
} as const;
