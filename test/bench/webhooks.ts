import { addSeconds, newId, systemClock, type Ctx } from '@quittance/kernel';
import { EventConsumers, OutboxDispatcher } from '@quittance/outbox/host';
import { CreateEndpoint, FanOutEvents } from '@quittance/webhooks/host';
import type { Bench, BenchResult } from './bench-result.js';
import { writeCopies } from './support/copied-rows.js';
import { peakMemoryMb, withBench, type OpenBench } from './support/open-bench.js';
import { bulkBacklog } from './webhooks/bulk-backlog.js';
import { claimCost } from './webhooks/claim-cost.js';
import { SETTINGS } from './webhooks/lone-endpoint.js';

const LARGE = 100_000;
const SMALL = 10_000;
const SET = 1000;
const ENDPOINTS = 2;
const UNIT = 'events/s';

/**
 * Events turned into messages to two endpoints each, and a run's messages brought to a receiver.
 */
export const bench: Bench = {
  name: 'webhooks',
  run: async () => [
    ...(await withBench(measure)),
    ...(await withBench(claimCost)),
    ...(await withBench(bulkBacklog)),
  ],
};

async function measure(open: OpenBench): Promise<BenchResult[]> {
  await fanOut(open, await companyWithEvents(open, 2000), 2000);
  const small = SMALL / (await fanOut(open, await companyWithEvents(open, SMALL), SMALL));
  const ours = await companyWithEvents(open, LARGE);
  const rate = LARGE / (await fanOut(open, ours, LARGE));
  const plain = await open.newCompany();
  await open.owner.query(
    `insert into webhooks.endpoint select $1, id, version, slot, url, description, types, active,
       secret, previous_secret, previous_secret_until, disabled_reason, failing_since, failures,
       paused_until, created_at, updated_at, in_flight_limit, served_at
     from webhooks.endpoint where company_id = $2`,
    [plain.companyId, ours.companyId],
  );
  const seconds = await writeCopies(open.owner, ours, plain, [
    { table: 'webhooks.message', order: 'r.created_at, r.id', perBatch: SET * ENDPOINTS },
  ]);
  const limit = LARGE / seconds;
  const memory = { unit: UNIT, peakMemoryMb: peakMemoryMb() };
  return [
    {
      measure: '100,000 events to 2 endpoints (limit: the messages by plain SQL)',
      rate,
      limit,
      ratio: rate / limit,
      target: 0.3,
      ...memory,
    },
    {
      measure: '100,000 beside 10,000 events (flatness)',
      rate,
      limit: small,
      ratio: rate / small,
      target: 0.85,
      ...memory,
    },
  ];
}

/** Seconds until every event is a message for each endpoint. */
async function fanOut({ db, owner }: OpenBench, ctx: Ctx, events: number): Promise<number> {
  await owner.query('vacuum analyze');
  const consumers = new EventConsumers();
  consumers.registerSet(new FanOutEvents());
  const dispatcher = new OutboxDispatcher(db, consumers);
  const now = addSeconds(systemClock.now(), 1);
  const started = performance.now();
  while ((await dispatcher.dispatchOnce(now)) > 0);
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await owner.query<{ count: number }>(
    'select count(*)::int as count from webhooks.message where company_id = $1',
    [ctx.companyId],
  );
  if (rows[0]?.count !== events * ENDPOINTS) throw new Error(`${rows[0]?.count} messages`);
  return seconds;
}

async function companyWithEvents(open: OpenBench, count: number): Promise<Ctx> {
  const ctx = await open.newCompany();
  const create = new CreateEndpoint(open.db, SETTINGS);
  for (let i = 0; i < ENDPOINTS; i += 1) {
    await create.execute(ctx, {
      url: `http://127.0.0.1:9/${newId()}`,
      types: ['invoice.sent', 'invoice.paid'],
      description: null,
      active: true,
    });
  }
  await open.owner.query(EVENTS, [ctx.companyId, count]);
  return ctx;
}

/** Ids in the order of their making, as those of the product are. */
const EVENTS = `
  insert into outbox.event (company_id, id, type, object, record_id, occurred_at, actor_kind,
    actor_name, request_id, data)
  select $1::uuid, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'invoice.sent',
    'invoice', gen_random_uuid()::text, now(), 'system', 'bench', 'bench', jsonb_build_object('id',
      gen_random_uuid(), 'number', 'INV-' || n, 'total', '118.00', 'currency', 'EUR', 'balance',
      '118.00', 'status', 'sent')
  from generate_series(1, $2::int) n`;
