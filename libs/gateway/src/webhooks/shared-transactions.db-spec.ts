import { newId } from '@quittance/kernel';
import { anOutstandingInvoice } from '../testing/an-outstanding-invoice.js';
import { WebhookStage, type Scene } from '../testing/webhook-stage.js';

let stage: WebhookStage;

beforeAll(async () => {
  stage = await WebhookStage.open();
});

afterAll(() => stage?.close());

/** Delivers a payment of each invoice at once. */
function captureAll(scene: Scene, invoiceIds: readonly string[]) {
  return Promise.allSettled(
    invoiceIds.map((invoice_id) => {
      const notes = { company_id: scene.ctx.companyId, invoice_id };
      return stage.captured(scene, { id: `pay_${newId()}`, notes });
    }),
  );
}

async function moreInvoices({ ctx, invoiceId }: Scene, count: number): Promise<string[]> {
  const ids = [invoiceId];
  while (ids.length <= count) ids.push((await anOutstandingInvoice(stage.t.db, ctx)).id);
  return ids;
}

async function transactionsOf({ ctx }: Scene): Promise<number> {
  const [found] = await stage.rows<{ count: number }>(
    ctx,
    'select count(distinct xmin::text)::int as count from billing.payment',
  );
  return found?.count ?? 0;
}

describe('captures of one company that come in at once', () => {
  test('share transactions, and each is answered and listed for itself', async () => {
    const scene = await stage.scene();
    const answers = await captureAll(scene, await moreInvoices(scene, 19));
    const booked = answers.map((each) => (each.status === 'fulfilled' ? each.value : each.reason));
    expect(booked.filter(({ applied }) => applied)).toHaveLength(20);
    expect(new Set(booked.map(({ paymentId }) => paymentId)).size).toBe(20);
    expect(await transactionsOf(scene)).toBeLessThan(10);
    expect(await stage.deliveries(scene.ctx)).toHaveLength(20);
    const requests = await stage.rows(
      scene.ctx,
      `select distinct e.request_id from outbox.event e join gateway.webhook_delivery d
       on d.request_id = e.request_id where e.type = 'payment.received'`,
    );
    expect(requests).toHaveLength(20);
  });

  test('do not suffer from one whose books are wrong', async () => {
    const scene = await stage.scene();
    const ids = await moreInvoices(scene, 9);
    // As if somebody had changed the line behind the books' back: checked before every commit.
    await stage.t.db.write(scene.ctx, (tx) =>
      tx.run(
        'update billing.invoice_line set net = net + 1, total = total + 1 where invoice_id = $1',
        [ids[4]],
      ),
    );
    const answers = await captureAll(scene, ids);
    expect(answers.map(({ status }) => status)).toEqual(
      ids.map((_, i) => (i === 4 ? 'rejected' : 'fulfilled')),
    );
    expect(await stage.payments(scene.ctx)).toHaveLength(9);
  });

  test('do not wait for one whose invoice somebody holds', async () => {
    const scene = await stage.scene();
    const ids = await moreInvoices(scene, 9);
    const holder = await stage.t.db.pool.connect();
    await holder.query(`begin; set local app.company_id = '${scene.ctx.companyId}'`);
    await holder.query('select 1 from billing.invoice where id = $1 for update', [ids[4]]);
    const answers = await captureAll(scene, ids);
    await holder.query('rollback');
    holder.release();
    const refused = answers.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toMatchObject([{ code: 'database_busy' }]);
    const others = ids.filter((_, i) => i !== 4);
    const paid = await stage.rows<{ id: string }>(
      scene.ctx,
      `select id from billing.invoice where status = 'paid'`,
    );
    expect(paid.map(({ id }) => id)).toEqual(expect.arrayContaining(others));
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
