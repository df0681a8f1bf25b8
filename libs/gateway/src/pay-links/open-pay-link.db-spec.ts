import { addAccount } from '@quittance/crm/host';
import { newId, type AccountId, type Ctx, type InvoiceId } from '@quittance/kernel';
import { CheckoutStage } from '../testing/checkout-stage.js';
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
  const token = letterLinks.addressOf(checkouts, ctx.companyId, ids).slice(-64);
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
  [
    'is billed to somebody else',
    ({ ctx }, id) =>
      stage.t.db.write(ctx, async (tx) => {
        const other = await addAccount(tx, { name: 'Other', email: 'ap@other.example' });
        const params = [ctx.companyId, id, other.id];
        const move = `update receivables.invoice set account_id = $3
          where company_id = $1 and id = $2`;
        return tx.run(move, params);
      }),
  ],
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
