/**
 * Every secret that signs outgoing webhooks, with the place it is sealed for: `company_id`,
 * `object`, `record`, `place`, `sealed`. For `verify`; reads the few endpoints of each company.
 */
export const sealedEndpointSecrets = `
  select e.company_id, 'webhook' as object, e.url as record,
    format('webhooks/%s/%s', e.company_id, e.id) as place, s.sealed
  from webhooks.endpoint e
  cross join lateral (values (e.secret), (e.previous_secret)) s (sealed)
  where s.sealed is not null`;
