import { parseLocalDate } from '@quittance/calendar';
import { checkInvariants } from '@quittance/database/host';
import { newId, type AccountId, type CreditNoteId, type Ctx } from '@quittance/kernel';
import { ApplyCreditNote, receivablesInvariants, RecordPayment } from '@quittance/receivables/host';
import { aStoredInvoice, invoiceArrears } from '@quittance/receivables/testing';
import { Client } from 'pg';
import { gatewayInvariants } from '../verify/gateway-invariants.js';
import { DisputesAtBanks, disputedByPayers } from '../disputes/disputed-by-payers.js';
import { GatherEvidence } from '../disputes/gather-evidence.js';
import { RemindOfEvidence } from '../disputes/remind-of-evidence.js';
import { DisputeQueries } from '../disputes/provider-dispute.queries.js';
import { OnDisputedPayment } from '../disputes/on-disputed-payment.js';
import { ResolveReceipt } from '../receipts/resolve-receipt.js';
import { StripeStage, type StripeScene } from '../testing/stripe-stage.js';

let stage: StripeStage;

beforeAll(async () => {
  stage = await StripeStage.open();
});

afterAll(() => stage?.close());

type Json = Record<string, unknown>;
const DUE = 1_773_964_800;
const OPENED = { received: true, applied: false, reason: 'receipt_opened' };
const ALREADY = { received: true, applied: false, reason: 'already_processed' };

/** A dispute of the payment of a scene, as its events tell of it. */
async function disputed() {
  const scene = await stage.scene();
  const { intent } = stage.fake.pay(scene.sessionId);
  const dispute: Json = {
    id: `dp_${scene.sessionId}`,
    object: 'dispute',
    payment_intent: intent.id,
    charge: 'ch_1',
    amount: 11_800,
    currency: 'eur',
    reason: 'fraudulent',
    status: 'needs_response',
    evidence_details: { due_by: DUE },
    metadata: {},
  };
  const tell = (what: string, over: Json = {}) =>
    stage.deliver(scene, `charge.dispute.${what}`, { ...dispute, ...over });
  const captured = () => stage.deliver(scene, 'payment_intent.succeeded', intent);
  return { scene, intent, dispute, tell, captured };
}

const receiptsOf = ({ ctx }: Pick<StripeScene, 'ctx'>) =>
  stage.rows<Json & { id: string }>(
    ctx,
    `select id, kind, status, reason, amount::int, currency, stages, note,
       invoice_id as "invoiceId", (payment_id is not null) as "knowsPayment",
       to_char(evidence_due_by at time zone 'UTC', 'YYYY-MM-DD') as "dueBy"
     from gateway.unapplied_receipt`,
  );

/** What became of the payment and of its invoices. */
async function standing({ ctx }: Pick<StripeScene, 'ctx'>) {
  const [payment] = await stage.rows<{ status: string; refunded: bigint }>(
    ctx,
    `select status, refunded_amount as refunded from receivables.payment`,
  );
  const invoices = await stage.rows<Json>(
    ctx,
    `select status, balance from receivables.invoice order by id`,
  );
  const rows = await stage.rows<{ kind: string; amount: bigint; dispute: string | null }>(
    ctx,
    `select kind, amount, left(provider_dispute_id, 2) as dispute from receivables.refund
     order by created_at, id`,
  );
  return { payment, invoices, rows: rows.map((row) => [row.kind, row.amount, row.dispute]) };
}

describe('a dispute at the provider', () => {
  test('has one receipt that all events bring up to date, and takes its payment once', async () => {
    const { scene, tell, captured } = await disputed();
    await captured();
    expect(await tell('created')).toEqual(OPENED);
    expect(await receiptsOf(scene)).toMatchObject([
      {
        kind: 'dispute',
        status: 'open',
        reason: 'dispute_opened',
        amount: 11_800,
        currency: 'EUR',
        invoiceId: scene.invoiceId,
        knowsPayment: true,
        dueBy: '2026-03-20',
      },
    ]);
    expect(await tell('created')).toEqual(ALREADY);
    expect(await tell('updated', { status: 'under_review' })).toEqual(ALREADY);
    expect(await tell('funds_withdrawn')).toMatchObject({ applied: true });
    expect(await tell('funds_withdrawn')).toEqual(ALREADY);
    expect(await tell('closed', { status: 'lost' })).toEqual(OPENED);
    expect(await tell('closed', { status: 'warning_closed' })).toEqual(ALREADY);
    expect(await receiptsOf(scene)).toMatchObject([
      { status: 'open', reason: 'dispute_lost', stages: ['opened', 'withdrawn', 'lost'] },
    ]);
    expect(await standing(scene)).toEqual({
      payment: { status: 'refunded', refunded: 11_800n },
      invoices: [{ status: 'sent', balance: 11_800n }],
      rows: [['chargeback', 11_800n, 'dp']],
    });
    expect(await stage.events(scene.ctx, 'payment.dispute_opened')).toHaveLength(1);
    expect(await stage.events(scene.ctx, 'payment.dispute_changed')).toHaveLength(2);
  });

  test('that is won is closed, whatever comes late', async () => {
    const { scene, tell, captured } = await disputed();
    await captured();
    await tell('closed', { status: 'won' });
    for (const what of ['funds_reinstated', 'funds_withdrawn', 'created', 'closed']) {
      await tell(what, what === 'closed' ? { status: 'won' } : {});
    }
    expect((await standing(scene)).rows).toEqual([]);
    expect(await receiptsOf(scene)).toMatchObject([
      {
        status: 'resolved',
        reason: 'dispute_won',
        note: 'The dispute was won at the provider',
        stages: ['opened', 'withdrawn', 'reinstated', 'won'],
      },
    ]);
  });

  test('keeps the invoices of its payment out of dunning until it is decided', async () => {
    const { scene, tell, captured } = await disputed();
    await captured();
    const held = async () => {
      const ids = [scene.invoiceId, newId<'invoice'>()];
      return [...(await stage.t.db.read(scene.ctx, (tx) => disputedByPayers(tx, ids)))];
    };
    // So are its customers for who holds the credit of those that are late.
    const late = () =>
      stage.t.db.read(scene.ctx, (tx) =>
        invoiceArrears(new DisputesAtBanks()).owing(tx, parseLocalDate('2030-01-01'), null),
      );
    expect(await held()).toEqual([]);
    await tell('created');
    expect(await held()).toEqual([scene.invoiceId]);
    await tell('funds_withdrawn');
    expect(await held()).toEqual([scene.invoiceId]);
    expect(await late()).toEqual([]);
    await tell('closed', { status: 'lost' });
    expect(await held()).toEqual([]);
    expect(await late()).toHaveLength(1);
  });

  test('keeps what the credit of its payment settled out of dunning as well', async () => {
    const { scene, tell, captured } = await disputed();
    const { ctx, invoiceId } = scene;
    const { db } = stage.t;
    await new RecordPayment(db).execute(ctx, invoiceId, { amount: '118.00', method: 'cash' });
    await captured();
    const [note] = await stage.rows<{ id: CreditNoteId; accountId: AccountId }>(
      ctx,
      `select id, account_id as "accountId" from receivables.credit_note`,
    );
    if (!note) throw new Error('The capture left nothing on account');
    const { accountId } = note;
    const other = await db.write(ctx, (tx) => aStoredInvoice(tx, { accountId }));
    const spent = { invoiceId: other.id, amount: '100.00' };
    await new ApplyCreditNote(db).execute(ctx, note.id, spent);
    const held = () => db.read(ctx, (tx) => disputedByPayers(tx, [other.id]));
    expect([...(await held())]).toEqual([]);
    await tell('created');
    expect([...(await held())]).toEqual([other.id]);
    await tell('funds_withdrawn');
    expect([...(await held())]).toEqual([other.id]);
    await tell('closed', { status: 'won' });
    expect([...(await held())]).toEqual([]);
  });

  test('that a person has resolved is open again when something else happens', async () => {
    const { scene, tell, captured } = await disputed();
    await captured();
    await tell('created');
    const [receipt] = await receiptsOf(scene);
    const resolve = new ResolveReceipt(stage.t.db);
    await resolve.execute(scene.ctx, { id: receipt?.id ?? '', note: 'evidence was sent' });
    await tell('created');
    await tell('updated', { evidence_details: { due_by: DUE + 86_400 } });
    expect(await receiptsOf(scene)).toMatchObject([
      { status: 'resolved', note: 'evidence was sent', dueBy: '2026-03-21' },
    ]);
    await tell('closed', { status: 'lost' });
    expect(await receiptsOf(scene)).toMatchObject([{ status: 'open', note: null }]);
  });

  test('that is won after the money was withdrawn gives it back to the invoice', async () => {
    const { scene, tell, captured } = await disputed();
    await captured();
    const fee = { id: 'txn_1', fee: 2_000, currency: 'usd' };
    for (const transactions of [[fee], [fee, { ...fee, id: 'txn_2', fee: 0 }]]) {
      await tell('funds_withdrawn', { balance_transactions: transactions });
    }
    expect((await standing(scene)).invoices).toEqual([{ status: 'sent', balance: 11_800n }]);
    expect(await tell('closed', { status: 'won' })).toMatchObject({ applied: true });
    const back = { ...fee, id: 'txn_3', fee: -2_000 };
    expect(await tell('funds_reinstated', { balance_transactions: [fee, back] })).toEqual(OPENED);
    expect(await standing(scene)).toEqual({
      payment: { status: 'completed', refunded: 0n },
      invoices: [{ status: 'paid', balance: 0n }],
      rows: [
        ['chargeback', 11_800n, 'dp'],
        ['returned', -11_800n, null],
      ],
    });
    const fees = `select amount::int, currency, provider_reference as name
      from gateway.dispute_fee order by provider_reference`;
    expect(await stage.rows(scene.ctx, fees)).toEqual([
      { amount: 2_000, currency: 'USD', name: 'txn_1' },
      { amount: -2_000, currency: 'USD', name: 'txn_3' },
    ]);
  });

  test('told of many times at once has one receipt', async () => {
    const { scene, tell, captured } = await disputed();
    await captured();
    const told = ['created', 'funds_withdrawn', 'created', 'updated', 'funds_withdrawn', 'closed'];
    const answers = await Promise.all(
      told.map((what) => tell(what, what === 'closed' ? { status: 'lost' } : {})),
    );
    expect(answers.filter((answer) => answer.applied)).toHaveLength(1);
    expect((await standing(scene)).rows).toHaveLength(1);
    expect(await receiptsOf(scene)).toMatchObject([
      { status: 'open', reason: 'dispute_lost', stages: ['opened', 'withdrawn', 'lost'] },
    ]);
  });

  test('that comes before its capture learns of the payment when that is booked', async () => {
    const { scene, dispute, tell, captured } = await disputed();
    const { companyId } = scene.ctx;
    const nobodys = { ...dispute, id: 'dp_nobody', payment_intent: 'pi_nobody' };
    for (const early of [dispute, nobodys]) {
      const told = stage.deliver(scene, 'charge.dispute.created', early, undefined, companyId);
      expect(await told).toEqual(OPENED);
    }
    const lone = { knowsPayment: false, invoiceId: null };
    expect(await receiptsOf(scene)).toMatchObject([lone, lone]);
    await captured();
    const receipts = await receiptsOf(scene);
    expect(receipts).toHaveLength(2);
    expect(receipts).toContainEqual(
      expect.objectContaining({ knowsPayment: true, invoiceId: scene.invoiceId }),
    );
    expect(receipts).toContainEqual(expect.objectContaining(lone));
    expect(await tell('created')).toEqual(ALREADY);
  });

  test('whose money was gone before its capture was told of is booked behind that', async () => {
    const { scene, dispute, captured } = await disputed();
    const { ctx } = scene;
    const lost = { ...dispute, status: 'lost' };
    await stage.deliver(scene, 'charge.dispute.closed', lost, undefined, ctx.companyId);
    await captured();
    expect((await standing(scene)).rows).toEqual([]);
    const [event] = await stage.events(ctx, 'payment.received');
    const received = { type: 'payment.received', ...event } as never;
    for (let i = 0; i < 2; i += 1) {
      await stage.t.db.write(ctx, (tx) => new OnDisputedPayment().handle(tx, received));
    }
    expect((await standing(scene)).rows).toEqual([['chargeback', 11_800n, 'dp']]);
  });
});

describe('the check of the books tells', () => {
  test.each([
    ['nothing of a dispute that is booked', 'select 1', []],
    [
      'of a dispute whose loss the books do not have',
      'update gateway.unapplied_receipt set lost = 1',
      ['I9i'],
    ],
    [
      'of more that came back than was taken',
      `update receivables.refund set amount = amount - 1, to_credit = to_credit + 1
       where kind = 'returned'`,
      ['I5a', 'I5d', 'I5e', 'I9i'],
    ],
  ])('%s', async (_, damage, told) => {
    const { scene, tell, captured } = await disputed();
    await captured();
    await tell('funds_withdrawn');
    await tell('closed', { status: 'won' });
    const owner = new Client({ connectionString: stage.t.ownerUrl });
    await owner.connect();
    try {
      await owner.query('begin');
      const { rowCount } = await owner.query(
        damage === 'select 1' ? damage : ofCompany(damage, scene.ctx.companyId),
      );
      expect(rowCount).toBeGreaterThan(0);
      const asked = async (text: string) => (await owner.query(text)).rows;
      const checked = await checkInvariants(asked, [
        ...gatewayInvariants,
        ...receivablesInvariants,
      ]);
      const wrong = checked
        .flatMap(({ violations }) => violations)
        .filter(({ companyId }) => companyId === scene.ctx.companyId)
        .filter(({ invariant }) => /^I[4569]/.test(invariant));
      expect([...new Set(wrong.map(({ invariant }) => invariant))].sort()).toEqual(told);
    } finally {
      await owner.query('rollback');
      await owner.end();
    }
  });

  const ofCompany = (damage: string, companyId: string) =>
    `${damage} ${damage.includes('where') ? 'and' : 'where'} company_id = '${companyId}'`;
});

describe('evidence of a dispute', () => {
  const opened = async () => {
    const made = await disputed();
    await made.captured();
    await made.tell('created');
    const [receipt] = await receiptsOf(made.scene);
    return { ...made, id: receipt?.id ?? '' };
  };
  const gather = () => new GatherEvidence(stage.t.db);
  const refusal = (code: string) => expect.objectContaining({ code });

  test('is gathered piece by piece, handed in once, and kept as it was', async () => {
    const { scene, id } = await opened();
    const { ctx } = scene;
    await expect(gather().submit(ctx, id, { note: 'x' })).rejects.toEqual(
      refusal('dispute_evidence_missing'),
    );
    const foreign = { text: 'Another file', documentIds: [newId<'document'>()] };
    await expect(gather().add(ctx, id, foreign)).rejects.toMatchObject({
      options: { errors: [{ pointer: '/documentIds/0', code: 'reference_not_found' }] },
    });
    await gather().add(ctx, id, { text: 'Signed for on 3 March' });
    const told = await gather().submit(ctx, id, { note: 'Uploaded to the dashboard' });
    expect(told.evidence).toMatchObject({
      state: 'submitted',
      overdue: false,
      pieces: [{ text: 'Signed for on 3 March', documentIds: [] }],
      submissionNote: 'Uploaded to the dashboard',
    });
    expect(told.whatToDo).toContain('the bank decides now');
    const shownTo = (as: Ctx) => new DisputeQueries(stage.t.db).dispute(as, id);
    expect(await shownTo(ctx)).toEqual(told);
    // Invoices out of reach are not told by their payment.
    const scope = (of: string) => (of === 'invoices' ? ('own' as const) : ('all' as const));
    const narrow = { ...ctx, permissions: { ...ctx.permissions, all: false, scope } };
    expect(told.invoices).toHaveLength(1);
    expect(await shownTo(narrow)).toEqual({ ...told, invoices: [] });
    const late = [
      () => gather().add(ctx, id, { text: 'One more' }),
      () => gather().submit(ctx, id, { note: 'Again' }),
    ];
    for (const ask of late) {
      await expect(ask()).rejects.toEqual(refusal('dispute_evidence_submitted'));
    }
  });

  test('is of no use once the bank has decided', async () => {
    const { scene, id, tell } = await opened();
    await tell('closed', { status: 'lost' });
    await expect(gather().add(scene.ctx, id, { text: 'Too late' })).rejects.toEqual(
      refusal('dispute_decided'),
    );
  });

  test('is told of three days before it is due, once, and not when it was handed in', async () => {
    const remind = async (id: string, days: number) => {
      const at = new Date((DUE - days * 86_400) * 1000).toISOString();
      await new RemindOfEvidence(stage.t.db).execute(at as never);
      const [row] = await stage.rows<{ told: bigint }>(
        scene.ctx,
        `select count(*) as told from outbox.event where type = 'payment.dispute_evidence_due'
           and record_id = '${id}'`,
      );
      return Number(row?.told);
    };
    const { scene, id } = await opened();
    expect(await remind(id, 4)).toBe(0);
    expect(await remind(id, 2)).toBe(1);
    expect(await remind(id, 1)).toBe(1);
    const other = await opened();
    await gather().add(other.scene.ctx, other.id, { text: 'Signed for' });
    await gather().submit(other.scene.ctx, other.id, { note: 'By post' });
    expect(await remind(other.id, 1)).toBe(0);
  });
});
