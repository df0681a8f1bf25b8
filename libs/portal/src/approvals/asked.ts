import type { CustomerAgreements } from '@quittance/sales';

type Quotes = CustomerAgreements['quotes'];
type Changes = CustomerAgreements['changes'];

/** What somebody said in accepting a quote, of the content that they were shown. */
export type AskedAcceptance = Parameters<Quotes['acceptLocked']>[2] & {
  /** They left it to the approver to accept it. */
  readonly forwarded?: boolean;
};

/** Another plan of a subscription, or another quantity. */
export type AskedChange = Parameters<Changes['preview']>[2];

/** The same, as it was previewed. */
export type PreviewedChange = AskedChange & { readonly previewHash: string };
