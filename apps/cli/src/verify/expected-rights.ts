/** What the application may do with a table of company data that is not named below. */
export const USUAL_RIGHTS = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const;

/** Rows that are written once: money that moved, and who did what. */
export const APPEND_ONLY = [
  'audit.entry',
  'billing.interim_usage',
  'billing.unused_line',
  'company.distance_sales_notice',
  'configuration.revision',
  'crm.case_comment',
  'customization.form_submission',
  'customization.form_version',
  'customization.submission_key',
  'dunning.attempt_retry',
  'gateway.checkout_invoice',
  'gateway.covered_refund',
  'gateway.dispute_evidence',
  'gateway.dispute_fee',
  'gateway.dispute_reminder',
  'gateway.failed_payment',
  'gateway.pay_link',
  'gateway.sandbox_payment',
  'gateway.webhook_delivery',
  'numbering.skipped_number',
  'partner.commission_plan_version',
  'portal.approval_signature',
  'portal.limit_entry',
  'receivables.account_deposit',
  'receivables.credit_application',
  'receivables.deposit_deduction',
  'receivables.dispute_message',
  'receivables.late_charge',
  'receivables.payment_allocation',
  'receivables.payment_proof',
  'receivables.quote_deposit',
  'receivables.refund_credit',
  'receivables.stated_allocation',
  'receivables.withdrawn_charge',
  'receivables.write_off',
  'sales.amendment',
  'sales.order_amendment',
  'sales.order_return',
  'sales.order_shipment',
  'sales.plan_version',
  'sales.quote_acceptance',
  'sales.quote_link_word',
  'sales.quote_signed_pdf',
  'sales.usage_alert',
  'sales.usage_event',
  'sales.usage_void',
  'storefront.cart_order',
  'webhooks.attempt',
];

/**
 * Rows that are ended once, while they are pending, by these columns of their outcome, and stay
 * then.
 */
export const ENDED_ONCE: Readonly<Record<string, readonly string[]>> = {
  'dunning.attempt': ['result', 'reason', 'payment_link', 'email_id', 'leased_until'],
};

/** Rows whose figures never change: where they stand does, in these columns. */
export const SNAPSHOTS: Readonly<Record<string, readonly string[]>> = {
  'credit.credit_check': ['version', 'status', 'superseded_at', 'updated_at'],
  'partner.commission': [
    'version',
    'status',
    'hold_reason',
    'held_from',
    'statement_id',
    'updated_at',
  ],
  'receivables.refund': ['provider', 'provider_refund_id'],
};

/** Rows that change and are never removed. */
export const NEVER_REMOVED = [
  'credit.credit_hold',
  'credit.credit_override',
  'partner.commission_counter',
  'partner.commission_plan',
  'partner.commission_source',
  'partner.commission_statement',
  'partner.commission_terms',
  'partner.match_key',
  'partner.member',
  'portal.quote_request',
  'partner.settled_money',
  'portal.approval',
  'portal.limit_use',
];

/** The companies themselves and their slugs: the id is the company, and none is ever removed. */
export const COMPANIES: Readonly<Record<string, readonly string[]>> = {
  'company.company': ['SELECT', 'INSERT', 'UPDATE'],
  'company.slug': ['INSERT'],
};

/** What is the same for every company and comes with the product. */
export const SHARED = ['masters.seed_entry'];
