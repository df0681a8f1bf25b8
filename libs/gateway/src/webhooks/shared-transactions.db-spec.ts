import { newId } from '@quittance/kernel';
import { anOutstandingInvoice } from '../testing/an-outstanding-invoice.js';
import { WebhookStage, type Scene } from '../testing/webhook-stage.js';

const LOCK = 'select 1 from receivables.invoice where company_id = $1 and id = $2 for update';

let stage: WebhookStage;

beforeAll(async () => {
  stage = await WebhookStage.open();
});

afterAll(() => stage?.close());

/** Delivers a payment of each invoice at once. */
function captureAll(scene: Scene, invoiceIds: readonly string[]) {
  return Promise.allSettled(invoiceIds.map((id) => capture(scene, id)));
}

function capture(scene: Scene, invoice_id: string, answerWithinMs?: number) {
  const notes = { company_id: scene.ctx.companyId, invoice_id };
  return stage.captured(scene, { id: `pay_${newId()}`, notes }, answerWithinMs);
}

/** The company is known then: captures are judged in the order and in the turn they come in. */
async function knownScene(): Promise<Scene> {
  const scene = await stage.scene();
  const { id } = await anOutstandingInvoice(stage.t.db, scene.ctx);
  await capture(scene, id);
  return scene;
}

async function moreInvoices({ ctx, invoiceId }: Scene, count: number): Promise<string[]> {
  const ids = [invoiceId];
  while (ids.length <= count) ids.push((await anOutstandingInvoice(stage.t.db, ctx)).id);
  return ids;
}

async function transactionsOf({ ctx }: Scene): Promise<number> {
  const [found] = await stage.rows<{ count: number }>(
    ctx,
    'select count(distinct xmin::text)::int as count from receivables.payment',
  );
  return found?.count ?? 0;
}

describe('captures of one company that come in at once', () => {
  test('share transactions, and each is answered and listed for itself', async () => {
    const scene = await knownScene();
    const answers = await captureAll(scene, await moreInvoices(scene, 19));
    const booked = answers.map((each) => (each.status === 'fulfilled' ? each.value : each.reason));
    expect(booked.filter(({ applied }) => applied)).toHaveLength(20);
    expect(new Set(booked.map(({ paymentId }) => paymentId)).size).toBe(20);
    // Of the one that made the company known, of the first, and of the 19 that came meanwhile.
    expect(await transactionsOf(scene)).toBe(3);
    expect(await stage.deliveries(scene.ctx)).toHaveLength(21);
    const requests = await stage.rows(
      scene.ctx,
      `select distinct e.request_id from outbox.event e join gateway.webhook_delivery d
       on d.company_id = e.company_id and d.request_id = e.request_id
       where e.type = 'payment.received'`,
    );
    expect(requests).toHaveLength(21);
  });

  test('do not suffer from one whose books are wrong', async () => {
    const scene = await stage.scene();
    const ids = await moreInvoices(scene, 9);
    // As if somebody had changed the line behind the books' back: checked before every commit.
    await stage.t.db.write(scene.ctx, (tx) =>
      tx.run(
        'update receivables.invoice_line set net = net + 1, total = total + 1 where invoice_id ' +
          '= $1',
        [ids[4]],
      ),
    );
    const answers = await captureAll(scene, ids);
    expect(answers.map(({ status }) => status)).toEqual(
      ids.map((_, i) => (i === 4 ? 'rejected' : 'fulfilled')),
    );
    expect(await stage.payments(scene.ctx)).toHaveLength(9);
  });

  test.each([
    ['the first', 0],
    ['one in the midst', 4],
  ])('do not wait for %s whose invoice somebody holds', async (_, held) => {
    const scene = await knownScene();
    const ids = await moreInvoices(scene, 9);
    const holder = await stage.t.db.pool.connect();
    await holder.query(`begin; set local app.company_id = '${scene.ctx.companyId}'`);
    await holder.query(LOCK, [scene.ctx.companyId, ids[held]]);
    const answers = await Promise.allSettled(
      ids.map((id, i) => capture(scene, id, i === held ? 100 : undefined)),
    );
    // All were answered while the invoice is still held, so nobody can have waited for it.
    await holder.query('rollback');
    holder.release();
    expect(
      answers.map((each) => (each.status === 'rejected' ? each.reason.code : 'booked')),
    ).toEqual(ids.map((_, i) => (i === held ? 'database_busy' : 'booked')));
    const paid = await stage.rows<{ id: string }>(
      scene.ctx,
      `select id from receivables.invoice where status = 'paid'`,
    );
    const others = ids.filter((_, i) => i !== held);
    expect(paid.map(({ id }) => id)).toEqual(expect.arrayContaining(others));
  });

  test('wait together for the one invoice they are of, in one transaction', async () => {
    const scene = await knownScene();
    const { db } = stage.t;
    const holder = await db.pool.connect();
    await holder.query(`begin; set local app.company_id = '${scene.ctx.companyId}'`);
    await holder.query(LOCK, [scene.ctx.companyId, scene.invoiceId]);
    const ids = Array<string>(40).fill(scene.invoiceId);
    const answers = Promise.allSettled(ids.map((id) => capture(scene, id, 60_000)));
    // One that comes after them has passed them by.
    await capture(scene, (await anOutstandingInvoice(db, scene.ctx)).id);
    const { rows } = await holder.query<{ waiting: number }>(
      `select count(*)::int as waiting from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock'`,
    );
    await holder.query('rollback');
    holder.release();
    expect(rows[0]?.waiting).toBeLessThanOrEqual(1);
    expect((await answers).map(({ status }) => status)).toEqual(Array(40).fill('fulfilled'));
  });

  test('are judged anew when the secret changes under way', async () => {
    const scene = await stage.scene();
    const ids = await moreInvoices(scene, 9);
    await stage.captured(scene);
    const rotated = stage.gateway.rotateSecret.execute(scene.ctx, {
      webhookSecret: 'the-new-secret',
      overlapHours: 0,
    });
    const answers = await captureAll(scene, ids.slice(1));
    await rotated;
    for (const each of answers) {
      if (each.status === 'rejected')
        expect(each.reason).toMatchObject({ code: 'invalid_signature' });
    }
    const booked = answers.filter(({ status }) => status === 'fulfilled').length;
    expect(await stage.payments(scene.ctx)).toHaveLength(1 + booked);
    const [late] = await captureAll(scene, ids.slice(1, 2));
    expect(late).toMatchObject({ status: 'rejected', reason: { code: 'invalid_signature' } });
  });
});
