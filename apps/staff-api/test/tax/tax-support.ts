import { addAccount } from '@quittance/crm/host';
import { SweepTaxTransactions } from '@quittance/tax/host';
import type { FakeServer } from '@quittance/tax/testing';
import { startFakeAvatax } from '@quittance/tax-avatax/testing';
import { startFakeTaxjar } from '@quittance/tax-taxjar/testing';
import {
  startStaffApi,
  type StaffClient,
  type TestStaffApi,
} from '../../../../test/support/test-api.js';
import { testDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import { newInvoice, type InvoiceBody } from '../receivables/billing-support.js';

/** A provider's fake and what a connector needs to reach it. */
export interface FakeEngine {
  readonly provider: 'avatax' | 'taxjar';
  readonly fake: FakeServer;
  readonly credentials: Readonly<Record<string, string>>;
  readonly settings: Readonly<Record<string, string>>;
  /** Whether the provider has the tax of an invoice for final. */
  hasFinal(client: StaffClient, invoice: { id: string; number: string }): boolean;
}

/** The staff API beside fakes of both providers. */
export interface TaxStage {
  readonly t: TestDatabase;
  readonly api: TestStaffApi;
  readonly avatax: FakeEngine;
  readonly taxjar: FakeEngine;
  close(): Promise<void>;
}

export async function startTaxStage(): Promise<TaxStage> {
  const t = await testDatabase();
  const [api, avatax, taxjar] = await Promise.all([
    startStaffApi(t),
    avataxEngine(),
    taxjarEngine(),
  ]);
  return {
    t,
    api,
    avatax,
    taxjar,
    close: async () => {
      await Promise.all([avatax.fake.stop(), taxjar.fake.stop(), api.close()]);
      await t.close();
    },
  };
}

async function avataxEngine(): Promise<FakeEngine> {
  const fake = await startFakeAvatax();
  const { accountId, licenseKey, documents } = fake;
  return {
    provider: 'avatax',
    fake,
    credentials: { accountId, licenseKey },
    settings: { baseUrl: fake.url },
    hasFinal: (client, { number }) =>
      documents.get(`${companyCode(client)}/${number}`)?.status === 'Committed',
  };
}

async function taxjarEngine(): Promise<FakeEngine> {
  const fake = await startFakeTaxjar();
  return {
    provider: 'taxjar',
    fake,
    credentials: { token: fake.token },
    settings: { baseUrl: fake.url },
    hasFinal: (_, { id }) => fake.orders.has(id),
  };
}

/** AvaTax keeps documents by company and number. */
const companyCode = ({ companyId }: StaffClient) => companyId.slice(-12);

/** Sets the company's tax connector to a fake. */
export async function connect(
  client: StaffClient,
  { provider, credentials, settings }: FakeEngine,
  more: object = {},
): Promise<void> {
  const own = provider === 'avatax' ? { companyCode: companyCode(client) } : {};
  const body = { provider, credentials, settings: { ...settings, ...own }, ...more };
  const answer = await client.call('PUT', '/connectors/tax', { body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
}

/** A customer in Austin, where both fakes take 8.25 percent. */
export async function texan(t: TestDatabase, client: StaffClient): Promise<string> {
  const place = { line1: '9 Elm St', line2: null, city: 'Austin', region: 'TX', country: 'US' };
  const billingAddress = { ...place, postalCode: '78701' };
  const account = await t.db.write(t.ctx(client.companyId), (tx) =>
    addAccount(tx, { name: 'Lone Star LLC', email: 'ap@lone.example', billingAddress }),
  );
  return account.id;
}

/** A draft over so many lines of 100.00 USD. */
export function draft(
  client: StaffClient,
  accountId: string,
  lines: readonly object[] = [{}],
  more: object = {},
): Promise<InvoiceBody & { taxTotal: string }> {
  const line = { description: 'Work', quantity: '1', unitPrice: '100.00' };
  const body = { currency: 'USD', lines: lines.map((each) => ({ ...line, ...each })), ...more };
  return newInvoice(client, accountId, body) as Promise<InvoiceBody & { taxTotal: string }>;
}

/** Has the worker's job look once at what providers have still to be told. */
export function tellProviders({ t, api }: TaxStage): Promise<number> {
  return api.app.get(SweepTaxTransactions, { strict: false }).execute(t.clock.now());
}
