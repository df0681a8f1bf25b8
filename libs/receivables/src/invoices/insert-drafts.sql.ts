import { sql } from '@quittance/database';

/**
 * Inserts the drafts of a batch. What is the same for every draft is written here, so that the
 * arrays hold only what differs; `$3` is how the company rounds tax.
 */
export const INSERT_DRAFTS = sql(`
  insert into receivables.invoice (company_id, id, number, number_period, number_seq, status,
    unsent_status, account_id, currency, issue_date, due_date, period_start, period_end,
    sales_order_id, schedule_id, subscription_id, contract_id, bill_to, prices_include_tax,
    tax_rounding, subtotal, tax_total, total, balance, created_at, updated_at)
  select $1::uuid, d.id, d.number, d.number_period, d.number_seq, 'draft', 'draft', d.account_id,
    d.currency, d.issue_date, d.due_date, d.issue_date, d.period_end, d.sales_order_id,
    d.schedule_id, d.subscription_id, d.contract_id, d.bill_to::jsonb, d.prices_include_tax, $3,
    d.subtotal, d.tax_total, d.subtotal + d.tax_total, d.subtotal + d.tax_total, $2::timestamptz,
    $2::timestamptz
  from unnest($4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::uuid[], $9::text[],
      $10::date[], $11::date[], $12::date[], $13::uuid[], $14::uuid[], $15::uuid[], $16::uuid[],
      $17::text[], $18::boolean[], $19::bigint[], $20::bigint[])
    as d(id, number, number_period, number_seq, account_id, currency, issue_date, due_date,
      period_end, sales_order_id, schedule_id, subscription_id, contract_id, bill_to,
      prices_include_tax, subtotal, tax_total)`);

/** Inserts their lines. */
export const INSERT_DRAFT_LINES = sql(`
  insert into receivables.invoice_line (company_id, invoice_id, id, position, product_id,
    schedule_line_id, description, quantity, unit_price, discount_percent, discount_amount,
    discount, net, tax_code, requested_tax_rate, tax_rate, taxes, tax_fallback, tax, total,
    period_start, period_end, tax_fallback_reason, sku, unit, hsn_code, product_taxed,
    supply_kind, tax_category, tax_reason)
  select $1::uuid, l.invoice_id, l.id, l.position, l.product_id, l.schedule_line_id,
    l.description, l.quantity, l.unit_price, l.discount_percent, l.discount_amount, l.discount,
    l.net, l.tax_code, l.requested_tax_rate, l.tax_rate, l.taxes::jsonb, l.tax_fallback, l.tax,
    l.net + l.tax, l.period_start, l.period_end, l.tax_fallback_reason, l.sku, l.unit, l.hsn_code,
    l.product_taxed, l.supply_kind, l.tax_category, l.tax_reason
  from unnest($2::uuid[], $3::uuid[], $4::integer[], $5::uuid[], $6::uuid[], $7::text[],
      $8::numeric[], $9::numeric[], $10::numeric[], $11::bigint[], $12::bigint[], $13::bigint[],
      $14::text[], $15::numeric[], $16::numeric[], $17::text[], $18::boolean[], $19::bigint[],
      $20::date[], $21::date[], $22::text[], $23::text[], $24::text[], $25::text[],
      $26::boolean[], $27::text[], $28::text[], $29::text[])
    as l(invoice_id, id, position, product_id, schedule_line_id, description, quantity,
      unit_price, discount_percent, discount_amount, discount, net, tax_code, requested_tax_rate,
      tax_rate, taxes, tax_fallback, tax, period_start, period_end, tax_fallback_reason, sku,
      unit, hsn_code, product_taxed, supply_kind, tax_category, tax_reason)`);
