import { keyRing } from '@quittance/config';
import type { Ctx } from '@quittance/kernel';
import { CreateEndpoint } from '@quittance/webhooks/host';
import type { OpenBench } from '../support/open-bench.js';

const KEY = Buffer.alloc(32, 1);

/** What a worker is given so that it can open the secrets made here. */
export const SECRETS_KEY = `bench:${KEY.toString('base64')}`;

export const SETTINGS = {
  keys: keyRing([{ id: 'bench', key: KEY }]),
  allowPrivate: true,
  ownHosts: [],
  resolve: () => Promise.resolve([]),
};

/** A company that has its invoices told to one address. */
export async function companyWithEndpoint(open: OpenBench, url: string): Promise<Ctx> {
  const ctx = await open.newCompany();
  await new CreateEndpoint(open.db, SETTINGS).execute(ctx, {
    url,
    types: ['invoice.created', 'invoice.sent'],
    description: null,
    active: true,
  });
  // Its own creation is nothing that is measured.
  await open.owner.query('delete from outbox.event where company_id = $1', [ctx.companyId]);
  return ctx;
}

/** Announces invoices as a billing run does, in the lane of work on many records. */
export const BILLED = `
  insert into outbox.event (company_id, id, type, object, record_id, occurred_at, actor_kind,
    actor_name, request_id, data, bulk)
  select $1::uuid, gen_random_uuid(), 'invoice.created', 'invoice', gen_random_uuid()::text, now(),
    'system', 'bench', 'bench', jsonb_build_object('id', gen_random_uuid(), 'number',
      'INV-' || n, 'total', '118.00', 'currency', 'EUR', 'balance', '118.00', 'status', 'sent'),
      true
  from generate_series(1, $2::int) n`;
