/**
 * Every credential that is kept sealed for tax providers, with the place it is sealed for:
 * `company_id`, `object`, `record`, `place`, `sealed`. For `verify`; reads the few connectors there
 * are.
 */
export const sealedTaxCredentials = `
  select c.company_id, 'tax connector' as object, c.provider as record,
    format('%s/%s/%s', c.company_id, c.provider, s.key) as place, s.value as sealed
  from tax.connector c cross join lateral jsonb_each(c.credentials) s`;
