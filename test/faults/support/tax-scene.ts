import {
  CreateCreditNote,
  CreateInvoice,
  IssueCreditNote,
  SendInvoice,
  VoidCreditNote,
  VoidInvoice,
  type CreditNoteDetail,
  type InvoiceView,
} from '@quittance/receivables/host';
import type { LocalDate } from '@quittance/calendar';
import { addAccount } from '@quittance/crm/host';
import type { AccountId, Ctx } from '@quittance/kernel';
import { type FakeServer, enginesOf, type Engines } from '@quittance/tax/testing';
import type { ExactJson } from '@quittance/tax/provider';
import { AvataxEngine } from '@quittance/tax-avatax/host';
import { startFakeAvatax, type FakeAvatax } from '@quittance/tax-avatax/testing';
import { TaxjarEngine } from '@quittance/tax-taxjar/host';
import { startFakeTaxjar, type FakeTaxjar } from '@quittance/tax-taxjar/testing';
import { plainInvoiceFields } from '@quittance/receivables/testing';
import { testDatabase, type TestDatabase } from '../../support/test-database.js';

const AUSTIN = {
  line1: '9 Elm St',
  line2: null,
  city: 'Austin',
  region: 'TX',
  postalCode: '78701',
  country: 'US',
};

/** A company in the middle of a story with its tax provider. */
export interface TaxStory {
  readonly ctx: Ctx;
  readonly engines: Engines;
  readonly fake: FakeServer;
  /** Its customer in Austin, where both providers take 8.25 percent. */
  readonly accountId: AccountId;
  /** Writes an invoice over five lines of 100.00 with a rate of 7 % of their own. */
  create(dates?: { readonly deliveryDate?: LocalDate }): Promise<InvoiceView>;
  send(invoice: InvoiceView): Promise<InvoiceView>;
  void(invoice: InvoiceView): Promise<InvoiceView>;
  /** Issues a credit note over the first line of an invoice. */
  credit(invoice: InvoiceView): Promise<CreditNoteDetail>;
  voidNote(note: CreditNoteDetail): Promise<CreditNoteDetail>;
  /** What AvaTax has of an invoice or credit note. */
  atAvatax(document: { readonly number: string }): { status: string; model: ExactJson } | undefined;
  /** What is recorded of the tax of its invoices and credit notes, in the order of their making. */
  recorded(): Promise<Recorded[]>;
}

export interface Recorded {
  readonly id: string;
  readonly state: string;
  readonly operation: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly next: string | null;
}

export interface TaxScene {
  readonly t: TestDatabase;
  readonly avatax: FakeAvatax;
  readonly taxjar: FakeTaxjar;
  story(name: 'avatax' | 'taxjar', times?: object): Promise<TaxStory>;
  close(): Promise<void>;
}

/** A database beside fakes of both providers. */
export async function taxScene(): Promise<TaxScene> {
  const [t, avatax, taxjar] = await Promise.all([
    testDatabase(),
    startFakeAvatax(),
    startFakeTaxjar(),
  ]);
  return {
    t,
    avatax,
    taxjar,
    story: (name, times = {}) => storyOf(t, { avatax, taxjar }, name, times),
    close: async () => {
      await Promise.all([avatax.stop(), taxjar.stop()]);
      await t.close();
    },
  };
}

async function storyOf(
  t: TestDatabase,
  { avatax, taxjar }: Pick<TaxScene, 'avatax' | 'taxjar'>,
  name: 'avatax' | 'taxjar',
  times: object,
): Promise<TaxStory> {
  const ctx = await t.newCompany();
  const engines = enginesOf(t.db, [new AvataxEngine(), new TaxjarEngine()], times);
  const fake = name === 'avatax' ? avatax : taxjar;
  const { accountId: user, licenseKey } = avatax;
  const credentials: Record<string, string> =
    name === 'avatax' ? { accountId: user, licenseKey } : { token: taxjar.token };
  const companyCode = ctx.companyId.slice(-12);
  const settings = { baseUrl: fake.url, ...(name === 'avatax' && { companyCode }) };
  await engines.putConnector.execute(ctx, { provider: name, active: true, credentials, settings });
  const customer = { name: 'Lone Star LLC', email: 'ap@lone.example', billingAddress: AUSTIN };
  const accountId = await t.db.write(ctx, async (tx) => (await addAccount(tx, customer)).id);
  return {
    ctx,
    engines,
    fake,
    accountId,
    create: (dates = {}) => {
      const draft = { ...draftFor(accountId), ...dates };
      return new CreateInvoice(engines.quotes, plainInvoiceFields(t.db)).execute(ctx, draft);
    },
    send: ({ id }) => new SendInvoice(t.db, engines.recorder).execute(ctx, id, {}),
    void: ({ id }) => new VoidInvoice(t.db).execute(ctx, id, { reason: 'Never owed' }),
    credit: async ({ id: invoiceId, lines }) => {
      const invoiceLineIds = lines.slice(0, 1).map((line) => line.id);
      const draft = { accountId, invoiceId, reason: 'Returned', invoiceLineIds };
      const note = await new CreateCreditNote(engines.quotes).execute(ctx, draft);
      return new IssueCreditNote(t.db).execute(ctx, note.id);
    },
    voidNote: ({ id }) => new VoidCreditNote(t.db).execute(ctx, id, { reason: 'A mistake' }),
    atAvatax: ({ number }) => avatax.documents.get(`${companyCode}/${number}`),
    recorded: () =>
      t.db.read(ctx, (tx) =>
        tx.rows<Recorded>(`select id, state, operation, attempts, last_error as error,
          next_sweep_at as next from tax.transaction order by id`),
      ),
  };
}

const draftFor = (accountId: AccountId) => ({
  accountId,
  currency: 'USD',
  lines: Array.from({ length: 5 }, () => ({
    productId: null,
    description: 'Work',
    quantity: '1',
    unitPrice: '100.00',
    discount: null,
    taxCode: null,
    taxRate: '7',
    periodStart: null,
    periodEnd: null,
  })),
});
