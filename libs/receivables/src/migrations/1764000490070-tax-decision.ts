import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Lines written before have it from the taxes they bear, by which documents were made until now.
 */
const OF_TAXES = `case
    when l.tax_rate > 0 or l.tax <> 0 then 'S'
    when l.taxes->0->>'kind' = 'exempt' then 'E'
    when l.taxes->0->>'kind' = 'reverse_charge' and l.supply_kind = 'goods' then 'K'
    when l.taxes->0->>'kind' = 'reverse_charge' then 'AE'
    when l.taxes->0->>'kind' is null then 'O'
    else 'Z' end`;
const REASON = `case
    when l.tax_category = 'S' and l.taxes->0->>'kind' = 'line_rate' then 'line_rate'
    when l.tax_category = 'S' then 'taxed'
    when l.tax_category = 'E' then 'exempt_code'
    when l.tax_category = 'K' then 'intra_community'
    when l.tax_category = 'AE' then 'reverse_charge'
    when l.tax_category = 'O' then 'not_registered'
    else 'zero_rate' end`;

/**
 * What was decided of the tax of each line, and what is sold by it. A draft that bears no tax at
 * all is decided anew before it is sent: until then its lines count as not determined, but for
 * companies that charge no tax anywhere.
 */
export class TaxDecision1764000490070 implements MigrationInterface {
  name = 'TaxDecision1764000490070';

  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['invoice_line', 'credit_note_line']) {
      await runner.query(`alter table receivables.${table}
        add column supply_kind text,
        add column tax_category text,
        add column tax_reason text`);
      await runner.query(`update receivables.${table} l
        set supply_kind = case when p.type = 'goods' then 'goods' else 'services' end
        from catalog.product p where p.company_id = l.company_id and p.id = l.product_id`);
      await runner.query(`update receivables.${table} l set tax_category = ${OF_TAXES}`);
      await runner.query(`update receivables.${table} l set tax_reason = ${REASON}`);
      await runner.query(`alter table receivables.${table}
        add constraint ${table}_supply_check
          check (supply_kind in ('goods', 'services', 'digital')),
        add constraint ${table}_category_check
          check (tax_category in ('S', 'Z', 'E', 'AE', 'K', 'G', 'O')),
        add constraint ${table}_decision_check
          check (tax_category is null or (tax_reason is not null and (tax_category = 'S' or tax = 0)))`);
    }
    await this.openDrafts(runner);
    await runner.query(`create index invoice_line_undetermined_index
      on receivables.invoice_line (company_id, invoice_id)
      where tax_category is null and tax_reason is not null`);
  }

  private async openDrafts(runner: QueryRunner): Promise<void> {
    await runner.query(`update receivables.invoice_line l
      set tax_category = null, tax_reason = 'rate_missing'
      from receivables.invoice i
      where i.company_id = l.company_id and i.id = l.invoice_id
        and i.status in ('draft', 'pending') and l.tax_category = 'O'
        and (l.company_id in (select r.company_id from tax.rate r)
          or l.company_id in (select c.id from company.company c
            where jsonb_array_length(c.tax_registrations) > 0))`);
    await runner.query(`update receivables.invoice_line l set tax_category = null, tax_reason = null
      from receivables.invoice i
      where i.company_id = l.company_id and i.id = l.invoice_id
        and i.external_reference is not null and l.tax_category = 'O'`);
  }

  async down(): Promise<void> {
    throw new Error('Migrations go forward only');
  }
}
