import { checkInvariants } from '@quittance/database/host';
import { Client } from 'pg';
import { allInvariants } from '../../apps/cli/src/verify/all-invariants.js';
import { runSeed } from '../simulate/run-seed.js';
import { Stage } from '../simulate/stage.js';

let stage: Stage;
let owner: Client;

/** A company with some of everything. */
beforeAll(async () => {
  stage = await Stage.open();
  owner = new Client({ connectionString: stage.t.ownerUrl });
  await owner.connect();
  const { failure } = await runSeed(stage, 4, { operations: 260, serial: true });
  if (failure) throw new Error(failure.wrong.join('\n'));
});

afterAll(async () => {
  await owner?.end();
  await stage?.close();
});

async function violated(): Promise<string[]> {
  const checked = await checkInvariants(
    async (text) => (await owner.query(text)).rows,
    allInvariants(stage.clock.now()),
  );
  return checked.filter(({ count }) => count > 0).map(({ id }) => id);
}

const one = (table: string, where: string) => `
  ctid = (select ctid from ${table} where ${where} limit 1)`;

const LONG_AGO = `timestamptz '2026-01-01T00:00:00Z'`;

test('nothing is wrong before anything is damaged', async () => {
  expect(await violated()).toEqual([]);
});

test.each([
  [
    'a paid checkout that has lost its payment',
    `update gateway.checkout set payment_id = null
     where ${one('gateway.checkout', `status = 'paid'`)}`,
    ['I9a'],
  ],
  [
    'webhooks that name another payment than they were applied to',
    `update gateway.webhook_delivery set provider_payment_id = 'another'
     where ${one(
       'gateway.webhook_delivery',
       `payment_id is not null and exists (
       select from gateway.webhook_delivery other where other.id <> webhook_delivery.id
         and other.provider_payment_id = webhook_delivery.provider_payment_id)`,
     )}`,
    ['I9c'],
  ],
  [
    'gateway payments that nobody was told of',
    `with gone as (delete from gateway.webhook_delivery returning 1)
     update gateway.checkout set payment_id = null, status = 'expired'
     where payment_id is not null`,
    ['I9b'],
  ],
  [
    'a confirmed refund that is nowhere',
    `update gateway.refund_request set provider_refund_id = 'nowhere'
     where ${one('gateway.refund_request', `status = 'confirmed'`)}`,
    ['I9d'],
  ],
  [
    'a capture that is booked and waits for a person',
    `insert into gateway.unapplied_receipt (company_id, id, kind, provider, provider_object_id,
       type, body_hash, reason, status, created_at, updated_at)
     select company_id, id, 'capture', provider, provider_payment_id, 'x', 'x', 'x', 'open',
       created_at, created_at from receivables.payment where provider is not null limit 1`,
    ['I9e'],
  ],
  [
    'a gateway payment that was not announced',
    `with latest as (select id::text as id from receivables.payment where provider is not null
       order by created_at desc limit 1)
     delete from outbox.event where type = 'payment.received'
       and record_id in (select id from latest)`,
    ['I10a'],
  ],
  [
    'a payment by hand that was announced as received',
    `update outbox.event set type = 'payment.received'
     where ${one('outbox.event', `type = 'payment.recorded'`)}`,
    ['I10a', 'I10b'],
  ],
  [
    'an event that a webhook never heard of',
    `delete from webhooks.message where event_id = (select id from outbox.event
       where type = 'payment.received' order by occurred_at desc limit 1)`,
    ['I10b'],
  ],
  [
    'a delivered message without an attempt',
    `delete from webhooks.attempt where message_id = (select id from webhooks.message
       where status = 'delivered' limit 1)`,
    ['I10c'],
  ],
  [
    'a dunning step before the one before it',
    `insert into dunning.attempt select (jsonb_populate_record(a, jsonb_build_object(
       'id', gen_random_uuid(), 'step', a.step + 5, 'days_after_due', a.days_after_due + 5,
       'result', 'done', 'email_id', null, 'attempted_at', ${LONG_AGO}))).*
     from dunning.attempt a where a.result = 'sent' limit 1`,
    ['I20a'],
  ],
  [
    'a customer whose last dunning letter is forgotten',
    `update dunning.last_letter set letter_on = null`,
    ['I20c'],
  ],
  [
    'a dunning letter that is none',
    `update dunning.attempt set email_id = null
     where ${one('dunning.attempt', `result = 'sent'`)}`,
    ['I20b'],
  ],
  [
    'a refund nobody looks after',
    `update gateway.refund_request set next_sweep_at = ${LONG_AGO}
     where ${one('gateway.refund_request', 'true')}`,
    ['I15f'],
  ],
  [
    'a message nobody sends',
    `update webhooks.message set status = 'pending', delivered_at = null,
       next_attempt_at = ${LONG_AGO} where ${one('webhooks.message', `status = 'delivered'`)}`,
    ['I15g'],
  ],
  [
    'a dunning run nobody carries on',
    `update dunning.run set status = 'running', finished_at = null, alive_at = ${LONG_AGO}
     where ${one('dunning.run', `status = 'completed'`)}`,
    ['I15h'],
  ],
])('%s is found', async (_, damage, wanted) => {
  await owner.query('begin');
  try {
    expect((await owner.query(damage)).rowCount).toBeGreaterThan(0);
    expect(await violated()).toEqual(wanted);
  } finally {
    await owner.query('rollback');
  }
});
