/**
 * Every secret that is kept sealed for payment providers, with the place it is sealed for:
 * `company_id`, `object`, `record`, `place`, `sealed`. For `verify`; reads the few connectors there
 * are.
 */
export const sealedPaymentCredentials = `
  select c.company_id, 'payment connector' as object, c.provider as record,
    format('%s/%s/%s', c.company_id, c.provider, s.key) as place, s.value as sealed
  from gateway.connector c cross join lateral jsonb_each(c.credentials) s
  union all
  select c.company_id, 'payment connector', c.provider,
    format('%s/%s/webhookSecret', c.company_id, c.provider), c.previous_webhook_secret
  from gateway.connector c where c.previous_webhook_secret is not null`;
