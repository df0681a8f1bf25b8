import { XMLParser } from 'fast-xml-parser';
import { addAccount } from '@quittance/crm/host';
import { newId } from '@quittance/kernel';
import type { Answer, StaffClient, TestStaffApi } from '../../../../test/support/test-api.js';
import type { TestDatabase } from '../../../../test/support/test-database.js';

interface Stage {
  readonly t: TestDatabase;
  readonly api: TestStaffApi;
}

export interface Line {
  readonly id: string;
  readonly net: string;
  readonly tax: string;
  readonly total: string;
  readonly taxCode: string | null;
  readonly taxFallback: boolean;
  readonly taxCategory: string | null;
  readonly taxReason: string | null;
  readonly taxUndetermined: boolean;
}
export interface TaxedDocument {
  readonly id: string;
  readonly number: string;
  readonly status: string;
  readonly total: string;
  readonly taxTotal: string;
  readonly balance: string;
  readonly lines: readonly Line[];
}

export const WORK = { description: 'Work', quantity: '1', unitPrice: '100.00' };
export const SELLER = {
  legalName: 'Beispiel GmbH',
  address: { line1: 'Hauptstr. 1', city: 'Köln', postalCode: '50667', country: 'DE' },
  taxRegistrations: [{ country: 'DE', number: 'DE136695976' }],
  registrationNumber: 'HRB 12345',
};
export const NORWAY = { line1: 'Kai 1', city: 'Oslo', postalCode: '0150', country: 'NO' };
export const BELGIUM = { line1: 'Kade 1', city: 'Gent', postalCode: '9000', country: 'BE' };
export const FRANCE = { line1: 'Quai 1', city: 'Lyon', postalCode: '69001', country: 'FR' };

/** A registered German company with its rates, and what it sells. */
export class Shop {
  static async open(stage: Stage, countries: readonly string[] = ['DE']): Promise<Shop> {
    const shop = await Shop.plain(stage);
    await shop.must('PATCH', '/company', SELLER);
    if (countries.length > 0) await shop.must('POST', '/tax/seed', { countries });
    return shop;
  }

  /** A company without an address, a registration or rates. */
  static async plain(stage: Stage): Promise<Shop> {
    return new Shop(stage, await stage.api.newAdmin(await stage.t.newCompany()));
  }

  constructor(
    private readonly stage: Stage,
    readonly client: StaffClient,
  ) {}

  ask(method: string, path: string, body?: object): Promise<Answer> {
    return this.client.call(method, path, body && { body });
  }

  async must<T = TaxedDocument>(method: string, path: string, body: object = {}): Promise<T> {
    const answer = await this.client.call(method, path, method === 'GET' ? {} : { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body as T;
  }

  async customer(place: object, taxRegistration: string | null = null): Promise<string> {
    const billingAddress = { line2: null, region: null, ...place } as never;
    const { t } = this.stage;
    const account = await t.db.write(t.ctx(this.client.companyId), (tx) =>
      addAccount(tx, { name: 'Buyer', email: 'ap@buyer.example', billingAddress }),
    );
    if (taxRegistration) {
      await this.must('PATCH', `/accounts/${account.id}`, { taxRegistration });
    }
    return account.id;
  }

  product(type: 'goods' | 'service', more: object = {}): Promise<string> {
    const sku = `${type}-${newId()}`;
    return this.must('POST', '/products', { sku, name: sku, type, ...more }).then(({ id }) => id);
  }

  draft(accountId: string, ...lines: object[]): Promise<TaxedDocument> {
    const dates = { issueDate: '2026-03-01', dueDate: '2026-03-31', currency: 'EUR' };
    const body = { accountId, ...dates, lines: lines.map((line) => ({ ...WORK, ...line })) };
    return this.must('POST', '/invoices', body);
  }

  async sent(accountId: string, ...lines: object[]): Promise<TaxedDocument> {
    const { id } = await this.draft(accountId, ...lines);
    return this.must('POST', `/invoices/${id}/send`);
  }

  async file(path: string): Promise<Buffer> {
    const headers = { authorization: `Bearer ${this.client.token()}` };
    const answer = await fetch(`${this.stage.api.url}${path}`, { headers });
    const bytes = Buffer.from(await answer.arrayBuffer());
    if (answer.status !== 200) throw new Error(`${path}: ${bytes.toString()}`);
    return bytes;
  }
}

const parser = new XMLParser({ ignoreAttributes: true, parseTagValue: false });
interface Category {
  readonly 'cbc:ID': string;
  readonly 'cbc:Percent'?: string;
  readonly 'cbc:TaxExemptionReasonCode'?: string;
  readonly 'cbc:TaxExemptionReason'?: string;
}

/** The one tax of an invoice in UBL, and whether the seller's VAT id is there. */
export async function vatOf(shop: Shop, path: string, root = 'Invoice') {
  const xml = (await shop.file(`${path}/e-invoice?format=ubl`)).toString();
  const ubl = (parser.parse(xml) as Record<string, never>)[root] as unknown as Record<
    'cac:TaxTotal',
    { 'cac:TaxSubtotal': { 'cac:TaxCategory': Category } }
  >;
  const category = ubl['cac:TaxTotal']['cac:TaxSubtotal']['cac:TaxCategory'];
  return {
    category: category['cbc:ID'],
    percent: category['cbc:Percent'] ?? null,
    code: category['cbc:TaxExemptionReasonCode'] ?? null,
    reason: category['cbc:TaxExemptionReason'] ?? null,
    sellerId: xml.includes('DE136695976'),
  };
}
