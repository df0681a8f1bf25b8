import { sql } from '@quittance/database';

/** The current revision of a company's set-up; primary key. */
export const READ_REVISION = sql(`select revision from tax.rate_book where company_id = $1`);

/**
 * The whole set-up with its revision as of one moment, in one statement: several would each see
 * another moment. Primary keys.
 */
export const READ_RATE_BOOK = sql(`
  select b.revision,
    (select c.code from tax.code c where c.company_id = $1 and c.is_default) as "defaultTaxCode",
    coalesce((select jsonb_agg(jsonb_build_object('code', c.code, 'kind', c.kind,
        'taxClass', c.tax_class))
      from tax.code c where c.company_id = $1), '[]') as codes,
    coalesce((select jsonb_agg(jsonb_build_object('id', j.id, 'parentId', j.parent_id,
        'level', j.level, 'code', j.code, 'name', j.name, 'postalPatterns', j.postal_patterns))
      from tax.jurisdiction j where j.company_id = $1), '[]') as jurisdictions,
    coalesce((select jsonb_agg(jsonb_build_object('jurisdictionId', r.jurisdiction_id,
        'taxCode', r.tax_code, 'kind', r.kind, 'rate', r.rate::text, 'compound', r.compound,
        'priority', r.priority, 'validFrom', r.valid_from, 'validTo', r.valid_to)
        order by r.priority, r.id)
      from tax.rate r where r.company_id = $1), '[]') as rates,
    coalesce((select jsonb_agg(jsonb_build_object('accountId', e.account_id,
        'kind', e.kind, 'certificate', e.certificate, 'jurisdictionIds', e.jurisdiction_ids,
        'validFrom', e.valid_from, 'validTo', e.valid_to) order by e.valid_from, e.id)
      from tax.exemption e where e.company_id = $1), '[]') as exemptions
  from tax.rate_book b where b.company_id = $1`);

/** Gives the set-up a new revision and holds it until the commit: changes come one by one. */
export const NEW_REVISION = sql(`
  insert into tax.rate_book (company_id, revision) values ($1, $2)
  on conflict (company_id) do update set revision = excluded.revision`);
