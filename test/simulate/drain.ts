import { ReceiveWebhook } from '@quittance/gateway';
import type { Ctx } from '@quittance/kernel';
import type { Scene } from './scene.js';
import { workOnce } from './work-rounds.js';

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

/** How long everybody has time to come to rest, from look to look. */
const PAUSES = [
  ...Array.from({ length: 12 }, () => 5 * MINUTE),
  ...Array.from({ length: 12 }, () => 2 * HOUR),
  ...Array.from({ length: 45 }, () => DAY),
];

/** What may still be under way, each as one number. */
const OPEN_WORK = `
  select
    (select count(*) from outbox.event where company_id = $1 and state = 'pending')::int as events,
    (select count(*) from outbox.event where company_id = $1 and state = 'dead')::int
      as "dead events",
    (select count(*) from notifications.email where company_id = $1
      and status in ('queued', 'sending'))::int as "e-mails",
    (select count(*) from webhooks.message where company_id = $1 and status = 'pending')::int
      as messages,
    (select count(*) from gateway.checkout where company_id = $1
      and (status in ('creating', 'closing', 'processing') or next_sweep_at < $2))::int
      as checkouts,
    (select count(*) from gateway.refund_request where company_id = $1
      and status in ('requested', 'pending'))::int as refunds,
    (select count(*) from billing.billing_run where company_id = $1
      and status in ('queued', 'running'))::int as "billing runs",
    (select count(*) from dunning.run where company_id = $1 and status = 'running')::int
      as "dunning runs",
    (select count(*) from http.idempotency_key where company_id = $1
      and state = 'in_progress')::int as "idempotency keys"`;

/**
 * Lets the world calm down: nobody fails or asks for anything new, and everything that was begun
 * has to end by itself. Answers what did not.
 */
export async function drain(scene: Scene): Promise<string[]> {
  scene.calm();
  const faults: string[] = [];
  const onFault = (error: unknown) => {
    faults.push(`while it came to rest: ${(error as Error).stack}`);
  };
  let open = await openWork(scene);
  for (const pause of PAUSES) {
    scene.pass(pause);
    await deliverAll(scene, onFault);
    await workOnce(scene, onFault).catch(onFault);
    open = await openWork(scene);
    if (open.length === 0 || faults.length > 0) break;
  }
  return [...faults, ...open];
}

async function deliverAll({ post, stage }: Scene, onFault: (error: unknown) => void) {
  const receive = stage.get(ReceiveWebhook);
  await Promise.all(post.arrived().map((letter) => post.deliver(receive, letter).catch(onFault)));
}

async function openWork(scene: Scene): Promise<string[]> {
  const ctx: Ctx = scene.request();
  const counts = await scene.stage.t.db.read(ctx, (tx) =>
    tx.one<Record<string, number>>(OPEN_WORK, [ctx.companyId, ctx.now]),
  );
  const open = Object.entries(counts).filter(([, count]) => count > 0);
  const left = open.map(([name, count]) => `I15 ${count} ${name} did not come to rest`);
  return scene.post.isEmpty ? left : [...left, 'I15 webhooks are still on their way'];
}
