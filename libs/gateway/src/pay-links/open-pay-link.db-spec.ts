import { audit } from '@quittance/audit';
import { addAccount } from '@quittance/crm/host';
import { newId, type AccountId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { createHmac } from 'node:crypto';
import { LivePaymentLinks } from '../checkouts/live-payment-links.js';
import { CheckoutStage } from '../testing/checkout-stage.js';
import { TEST_KEY } from '../testing/gateway-of.js';
import { letterLinks } from './letter-links.js';

let stage: CheckoutStage;

beforeAll(async () => {
  stage = await CheckoutStage.open();
});

afterAll(() => stage?.close());

/** As a rule sends a draft for approval. */
const PLANT_APPROVAL = `
  insert into rules.approval (company_id, id, rule_id, rule_name, object, record_id, title, status,
    step, steps, asked, requested_at, history)
  values ($1, $2::uuid, $2::uuid, 'Asks', 'invoice', $2::uuid, 'Invoice', 'waiting', 1,
    '[{"approver": "owner"}]', jsonb_build_array($2::text), now(), '[]')`;

const UNDETERMINED_LINE = `
  insert into receivables.invoice_line (company_id, invoice_id, id, position, description,
    quantity, unit_price, tax_reason, net, tax, total)
  values ($1, $2, $3, 2, 'Freight', 1, 0, 'no_rate', 0, 0, 0)`;

/** As a draft is billed to somebody else, with its entry in the log. */
async function rebill({ ctx, accountId }: Pick<Letter, 'ctx' | 'accountId'>, ids: InvoiceId[]) {
  await stage.t.db.write(ctx, async (tx) => {
    const other = await addAccount(tx, { name: 'Other', email: 'ap@other.example' });
    await tx.run(
      `update receivables.invoice set account_id = $3 where company_id = $1 and id = any($2)`,
      [ctx.companyId, ids, other.id],
    );
    for (const recordId of ids) {
      const log = { action: 'invoice.updated', object: 'invoice', recordId };
      audit(tx, { ...log, before: { accountId }, after: { accountId: other.id } });
    }
  });
}

/** A link as letters held it before it said whose it was. */
function oldToken({ companyId }: Ctx, kind: string, id: string): string {
  const ids = Buffer.from((companyId + id).replaceAll('-', ''), 'hex');
  const mac = createHmac('sha256', TEST_KEY).update(kind).update(ids).digest();
  return Buffer.concat([ids, mac.subarray(0, 16)]).toString('base64url');
}

interface Letter {
  readonly ctx: Ctx;
  readonly accountId: AccountId;
  readonly sent: InvoiceId;
  readonly drafts: readonly [InvoiceId, InvoiceId];
  readonly opened: () => Promise<string>;
}

/** A letter that asks for an invoice that was sent and two that were not, of 118.00 each. */
async function aLetter(): Promise<Letter> {
  const ctx = await stage.razorpayCompany();
  const one = await stage.invoiceOf(ctx, { status: 'draft' });
  const { accountId } = one;
  const sent = await stage.invoiceOf(ctx, { accountId });
  const two = await stage.invoiceOf(ctx, { status: 'draft', accountId });
  const { checkouts, openPayLink } = stage.gateway;
  const ids = [one.id, sent.id, two.id];
  await stage.t.db.write(ctx, (tx) => letterLinks.keep(tx, [ids]));
  const token = letterLinks
    .addressOf(checkouts, { companyId: ctx.companyId, accountId }, ids)
    .slice(-86);
  const opened = () => openPayLink.execute({ token, requestId: 'payer', now: ctx.now });
  return { ctx, accountId, sent: sent.id, drafts: [one.id, two.id], opened };
}

/** What the live link of the company asks for. */
function asked(url: string): unknown {
  return stage.fake.links.find(({ short_url: shown }) => shown === url)?.amount;
}

const BLOCKS: readonly [string, (letter: Letter, id: InvoiceId) => Promise<unknown>][] = [
  [
    'awaits approval',
    ({ ctx }, id) => stage.t.db.write(ctx, (tx) => tx.run(PLANT_APPROVAL, [ctx.companyId, id])),
  ],
  [
    'has a line whose tax nobody knows',
    ({ ctx }, id) =>
      stage.t.db.write(ctx, (tx) => tx.run(UNDETERMINED_LINE, [ctx.companyId, id, newId()])),
  ],
  ['is billed to somebody else', (letter, id) => rebill(letter, [id])],
];

describe('a link over several invoices', () => {
  test('asks for drafts as well', async () => {
    expect(asked(await (await aLetter()).opened())).toBe(35_400);
  });

  test.each(BLOCKS)('asks for the others where a draft %s', async (_, block) => {
    const letter = await aLetter();
    await block(letter, letter.drafts[0]);
    expect(asked(await letter.opened())).toBe(23_600);
    await block(letter, letter.drafts[1]);
    expect(asked(await letter.opened())).toBe(11_800);
  });

  test('is refused where nothing is left that can be paid', async () => {
    const letter = await aLetter();
    const [, [, block]] = BLOCKS as [unknown, (typeof BLOCKS)[number]];
    for (const id of letter.drafts) await block(letter, id);
    await stage.leave(letter.ctx, letter.sent, 0n);
    await expect(letter.opened()).rejects.toMatchObject({ code: 'tax_undetermined' });
  });
});

describe('a link to what is billed to somebody else by now', () => {
  const open = (ctx: Ctx, token: string) =>
    stage.gateway.openPayLink.execute({ token, requestId: 'payer', now: ctx.now });

  test('leads nowhere, also where all of several are', async () => {
    const letter = await aLetter();
    await rebill(letter, [...letter.drafts]);
    await stage.leave(letter.ctx, letter.sent, 0n);
    await expect(letter.opened()).rejects.toMatchObject({ code: 'not_found' });
  });

  test('leads nowhere where it says nothing of whose it is', async () => {
    const letter = await aLetter();
    const { ctx, sent, drafts } = letter;
    const [id] = drafts;
    const token = oldToken(ctx, 'pay-link/', id);
    expect(asked(await open(ctx, token))).toBe(11_800);
    await rebill(letter, [id]);
    await expect(open(ctx, token)).rejects.toMatchObject({ code: 'not_found' });
    expect(asked(await open(ctx, oldToken(ctx, 'pay-link/', sent)))).toBe(11_800);
  });

  test('asks for the others where it says nothing of whose it is', async () => {
    const letter = await aLetter();
    const { ctx } = letter;
    const [{ id } = { id: '' }] = await stage.t.db.read(ctx, (tx) =>
      tx.rows<{ id: string }>(`select id from gateway.pay_link where company_id = $1`, [
        ctx.companyId,
      ]),
    );
    const token = oldToken(ctx, 'pay-link-of-several/', id);
    expect(asked(await open(ctx, token))).toBe(35_400);
    await rebill(letter, [letter.drafts[0]]);
    expect(asked(await open(ctx, token))).toBe(23_600);
  });

  test('is taken back before, but not while money is on its way', async () => {
    const ctx = await stage.razorpayCompany();
    const [one, two] = [await stage.invoiceOf(ctx), await stage.invoiceOf(ctx)];
    for (const { id } of [one, two]) await stage.checkout(ctx, id);
    const links = new LivePaymentLinks(stage.gateway.checkouts);
    const takeBack = (id: InvoiceId) => stage.t.db.write(ctx, (tx) => links.takeBack(tx, id));
    await takeBack(one.id);
    expect(await stage.attempts(ctx, one.id)).toMatchObject([{ status: 'closing' }]);
    await stage.t.db.write(ctx, (tx) =>
      tx.run(
        `update gateway.checkout set status = 'processing'
         where company_id = $1 and invoice_id = $2`,
        [ctx.companyId, two.id],
      ),
    );
    await expect(takeBack(two.id)).rejects.toMatchObject({ code: 'payment_in_progress' });
  });
});
