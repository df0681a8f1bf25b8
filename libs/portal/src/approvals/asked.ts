import type { CustomerAgreements } from '@quittance/sales';

type Quotes = CustomerAgreements['quotes'];
type Changes = CustomerAgreements['changes'];

/** What somebody said in accepting a quote, of the content that they were shown. */
export type AskedAcceptance = Parameters<Quotes['acceptLocked']>[2] & {
  /** They left it to the approver to accept it. */
  readonly forwarded?: boolean;
};

/** Other items of a subscription, as they were previewed. */
export type AskedChange = Omit<Parameters<Changes['change']>[2], 'id'>;
