/** What ids are of that operations set, and whose targets nobody checks, by their names. */
export const POINTED_BY_NAME: Readonly<Record<string, string | undefined>> = {
  accountId: 'account',
  contactId: 'contact',
  convertedAccountId: 'account',
  convertedContactId: 'contact',
  convertedDealId: 'deal',
  creditNoteId: 'credit-note',
  ledgerAccountId: 'ledger-account',
  orderId: 'sales-order',
  paymentId: 'payment',
  planId: 'plan',
  portalUserId: 'portal-user',
  priceBookId: 'price-book',
  pricedBy: 'user',
  stageId: 'stage',
  submittedBy: 'user',
  subscriptionId: 'subscription',
};
