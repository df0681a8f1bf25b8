import { checkInvariants } from '@quittance/database/host';
import { APP_ROLE, type Invariant } from '@quittance/database';
import { Client } from 'pg';
import { allInvariants } from '../../apps/cli/src/verify/all-invariants.js';
import type { Outcome } from './run-operation.js';
import { checkRules } from './rules/check-rules.js';
import type { Served } from './rules/watched-rules.js';
import type { Scene } from './scene.js';

type Ask = <T>(text: string, params?: unknown[]) => Promise<T[]>;

/**
 * Everything that is not as it must be with the company: the invariants of its rows, its books
 * against the provider's, what was announced against what arrived, and what rules have done against
 * what called them.
 */
export async function checkSeed(
  scene: Scene,
  outcomes: readonly Outcome[],
  served: readonly Served[],
): Promise<string[]> {
  return asCompany(scene, async (ask) => [
    ...(await checkRows(scene, ask)),
    ...(await checkCaptures(scene, ask)),
    ...(await checkRefunds(scene, ask)),
    ...(await checkDisputes(scene, ask)),
    ...(await checkMessages(scene, ask)),
    ...(await checkMarks(outcomes, ask)),
    ...(await checkRules(scene, served, ask)),
  ]);
}

/** The invariants that hold while work waits: between steps hours may pass at once. */
export function checkBooks(scene: Scene): Promise<string[]> {
  return asCompany(scene, (ask) => checkRows(scene, ask, ({ id }) => !id.startsWith('I15')));
}

/** Row-level security lets the statements of the whole database see this company only. */
async function asCompany<T>(
  { companyId, stage }: Scene,
  work: (ask: Ask) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: stage.t.url });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query(`set local role ${APP_ROLE}`);
    await client.query(`set local app.company_id = '${companyId}'; set local jit = off`);
    return await work(async (text, params = []) => (await client.query(text, params)).rows);
  } finally {
    await client.end();
  }
}

async function checkRows(
  { stage }: Scene,
  ask: Ask,
  isDue: (invariant: Invariant) => boolean = () => true,
): Promise<string[]> {
  const due = allInvariants(stage.clock.now()).filter(isDue);
  const checked = await checkInvariants((text) => ask(text), due);
  return checked.flatMap(({ violations }) =>
    violations.map((v) => `${v.invariant} ${v.object} ${v.record}: ${v.wrong}`),
  );
}

interface Booked {
  readonly id: string;
  readonly amount: string;
  readonly currency: string;
  readonly kept: 'payment' | 'receipt';
}

/**
 * I9: what the provider captured is what the gateway booked; another currency waits for a person.
 */
async function checkCaptures({ books }: Scene, ask: Ask): Promise<string[]> {
  const booked = await ask<Booked>(
    `select provider_payment_id as id, amount::text, currency, 'payment' as kept
     from receivables.payment where provider = 'simulated'
     union all select provider_object_id, amount::text, currency, 'receipt'
     from gateway.unapplied_receipt where kind = 'capture' and status = 'open'`,
  );
  const byId = new Map<string, Booked[]>();
  for (const each of booked) byId.set(each.id, [...(byId.get(each.id) ?? []), each]);
  const wrong = books.captures.flatMap(({ id, amount, currency }) => {
    const [found, ...more] = byId.get(id) ?? [];
    byId.delete(id);
    const isEqual = found?.amount === String(amount) && found.currency === currency;
    const kept = currency === 'USD' ? 'receipt' : 'payment';
    if (isEqual && more.length === 0 && found.kept === kept) return [];
    return [
      `I9 capture ${id} of ${amount} ${currency} is booked as ${JSON.stringify([found, more])}`,
    ];
  });
  return [...wrong, ...[...byId.keys()].map((id) => `I9 ${id} is booked, the provider has none`)];
}

/** I9 of what was given back: in the books once under its name, or waiting for a person. */
async function checkRefunds({ books }: Scene, ask: Ask): Promise<string[]> {
  const booked = await ask<{ id: string; amount: string; times: number }>(
    `select id, sum(amount)::text as amount, count(*)::int as times from (
       select r.provider_refund_id as id, r.amount from receivables.refund r
       where r.provider = 'simulated' and r.kind = 'refund'
         -- What people recorded and the provider could not make is undone.
         and not exists (select from receivables.refund v where v.reverses_id = r.id)
       union all select provider_object_id, amount from gateway.unapplied_receipt
       where kind = 'refund' and status = 'open') kept group by id`,
  );
  const byId = new Map(booked.map((each) => [each.id, each]));
  const wrong = books.refunds.flatMap(({ id, amount, status, capture }) => {
    const found = byId.get(id);
    byId.delete(id);
    if (status !== 'processed') return found ? [`I9 refund ${id} is ${status} and booked`] : [];
    const isEqual = found?.amount === String(amount) && found.times === 1;
    // Of a payment that was never booked nothing can be taken back.
    return isEqual || capture.currency === 'USD'
      ? []
      : [`I9 refund ${id} of ${amount} is booked as ${JSON.stringify(found)}`];
  });
  return [...wrong, ...[...byId.keys()].map((id) => `I9 ${id} is booked, the provider has none`)];
}

/** I9 of what banks took: gone while it is theirs, and back once it is won. */
async function checkDisputes({ books }: Scene, ask: Ask): Promise<string[]> {
  const booked = await ask<{ id: string; amount: string; left: string }>(
    `select coalesce(o.provider_dispute_id, r.provider_dispute_id) as id,
       sum(r.amount)::text as amount, min(p.amount - p.refunded_amount)::text as left
     from receivables.refund r
     left join receivables.refund o on o.company_id = r.company_id and o.id = r.reverses_id
     join receivables.payment p on p.company_id = r.company_id and p.id = r.payment_id
     where coalesce(o.kind, r.kind) = 'chargeback' and p.provider = 'simulated' group by 1`,
  );
  const byId = new Map(booked.map((each) => [each.id, each]));
  return books.disputes.flatMap(({ id, amount, stages, capture }) => {
    const { amount: gone = '0', left = '0' } = byId.get(id) ?? {};
    const isTaken = stages.includes('lost') || (stages.at(-1) === 'withdrawn' && amount > 0n);
    // No more is taken off a payment than it has: what people refunded before is told apart.
    const isRight = isTaken
      ? gone === String(amount) || (BigInt(gone) < amount && left === '0')
      : gone === '0';
    if (isRight || capture.currency === 'USD') return [];
    return [`I9 dispute ${id} of ${amount}, ${stages.join(', ')}: ${gone} booked, ${left} left`];
  });
}

/** I10: every message that counts as delivered has arrived, and none arrived under two ids. */
async function checkMessages({ stage }: Scene, ask: Ask): Promise<string[]> {
  const messages = await ask<{ id: string; status: string; type: string }>(
    'select id, status, type from webhooks.message',
  );
  const arrived = new Set(stage.receiver.received.map(({ headers }) => headers['webhook-id']));
  return messages.flatMap(({ id, status, type }) => {
    const came = arrived.has(`msg_${id.replaceAll('-', '')}`);
    const isRight = status === 'delivered' ? came : status === 'failed';
    return isRight ? [] : [`I10 ${type} ${id} is ${status} and has ${came ? '' : 'not '}arrived`];
  });
}

/** What is sent again under its key, or at once from all sides, happens once. */
async function checkMarks(outcomes: readonly Outcome[], ask: Ask): Promise<string[]> {
  const rows = await ask<{ mark: string; times: number }>(
    `select mark, count(*)::int as times from (
       select po_number as mark from receivables.invoice i where po_number is not null
         -- Those of a subscription say what it says, as often as it is billed.
         and not exists (select from sales.subscription s where s.po_number = i.po_number)
       union all select title from sales.sales_order
       union all select po_number from sales.subscription where po_number is not null
       union all select reference from receivables.payment where provider is null
       union all select reason from receivables.credit_note where kind = 'credit'
       union all select reason from receivables.refund where reason like 'operation %') made
     group by mark`,
  );
  const times = new Map(rows.map((row) => [row.mark, row.times]));
  return outcomes.flatMap(({ mark, what, said, happened, drawn }) => {
    if (mark === null) return [];
    const found = times.get(mark) ?? 0;
    const asked = drawn.kind === 'refund' && what.endsWith('provider');
    if (found <= 1 && (found === 1 || !happened || asked)) return [];
    return [`${mark} (${what}) said ${said} and happened ${found} times`];
  });
}
