/** Every secret that pushes are made with, as `sealedEndpointSecrets` has those of webhooks. */
export const sealedPushSecrets = `
  select k.company_id, 'push key' as object, k.public_key as record,
    format('portal-push-key/%s', k.company_id) as place, k.private_key as sealed
  from portal.push_key k
  union all
  select s.company_id, 'push subscription' as object, s.id::text as record,
    format('portal-push/%s/%s', s.company_id, s.id) as place, s.target as sealed
  from portal.push_subscription s`;
