import { newId, type AccountId } from '@quittance/kernel';
import { CustomerStage } from '../customer-stage.js';
import { codeOf, type PortalClient } from '../portal-people.js';
import { PortalStage } from '../portal-stage.js';

type Prices = Readonly<Record<string, string>>;

/** Products that go on a list without being asked for one by one. */
const PRODUCTS = `
  insert into catalog.product (company_id, id, sku, name, type, created_at, updated_at)
  select k.id, r.id, 'COPY-' || r.id, 'Copy', 'goods', now(), now()
  from company.pub_company k cross join unnest($2::uuid[]) as r(id) where k.id = $1`;
const ON_LIST = `
  insert into storefront.favourite_item (company_id, list_id, product_id, quantity, added_at)
  select k.id, $3::uuid, r.id, 1, now()
  from company.pub_company k cross join unnest($2::uuid[]) as r(id) where k.id = $1`;

/** The code of products that bear 7 percent; others bear 19. */
export const REDUCED = 'reduced';

/** What the tests read of a cart. */
export interface SeenCart {
  readonly version: number;
  readonly priceToken: string;
  readonly currency?: string;
  readonly subtotal?: string;
  readonly taxTotal?: string;
  readonly total?: string;
  readonly lines: readonly Readonly<Record<string, unknown>>[];
}

/**
 * A German company with products in its catalogue, at the prices of its default book unless told.
 */
export class ShopStage {
  private made = 0;

  private constructor(
    readonly stage: PortalStage,
    readonly acme: CustomerStage,
    private readonly defaultBook: string,
  ) {}

  static async open(): Promise<ShopStage> {
    return ShopStage.of(await PortalStage.open());
  }

  /** A company of its own on these hosts. */
  static async of(stage: PortalStage): Promise<ShopStage> {
    const acme = await CustomerStage.of(stage);
    await acme.made('/tax/seed', { countries: ['DE'] });
    const found = await acme.staff.call('GET', '/tax/jurisdictions');
    const [{ id: jurisdictionId }] = (found.body as { data: [{ id: string }] }).data;
    await acme.made('/tax/codes', { code: REDUCED, name: 'Reduced rate' });
    const reduced = { taxCode: REDUCED, kind: 'vat', rate: '7', validFrom: '2020-01-01' };
    await acme.made('/tax/rates', { ...reduced, jurisdictionId });
    const standing = { name: 'Everybody', currency: 'EUR', isDefault: true };
    return new ShopStage(stage, acme, (await acme.made('/pricebooks', standing)).id);
  }

  close(): Promise<void> {
    return this.stage.close();
  }

  /** A product that customers are shown, without a price unless told. */
  async product(prices: Prices = {}, more: object = {}): Promise<{ id: string; sku: string }> {
    this.made += 1;
    const sku = `P-${this.made}`;
    const body = { sku, name: `Product ${this.made}`, type: 'goods', inCatalogue: true, ...more };
    const { id } = await this.acme.made('/products', body);
    await this.price(this.defaultBook, id, prices);
    return { id, sku };
  }

  /** A book that an account buys by. */
  async bookOf(accountId: string, currency = 'EUR'): Promise<string> {
    this.made += 1;
    const { id } = await this.acme.made('/pricebooks', { name: `Book ${this.made}`, currency });
    const ledger = await this.ledgerAccount(accountId);
    await this.patch(`/ledger-accounts/${ledger}`, { defaultPriceBookId: id });
    return id;
  }

  async ledgerAccount(accountId: string): Promise<string> {
    const account = await this.acme.staff.call('GET', `/accounts/${accountId}`);
    return (account.body as { ledgerAccountId: string }).ledgerAccountId;
  }

  async price(bookId: string, productId: string, prices: Prices): Promise<void> {
    for (const [minQuantity, unitPrice] of Object.entries(prices)) {
      const body = { productId, minQuantity, unitPrice };
      await this.acme.made(`/pricebooks/${bookId}/entries`, body);
    }
  }

  /** Other prices in the default book. */
  async reprice(productId: string, unitPrice: string): Promise<void> {
    const path = `/pricebooks/${this.defaultBook}/entries`;
    const found = await this.acme.staff.call('GET', `${path}?pageSize=200`);
    const entries = (found.body as { data: { id: string; productId: string }[] }).data;
    const entry = entries.find((each) => each.productId === productId);
    await this.patch(`${path}/${entry?.id}`, { unitPrice });
  }

  async patch(path: string, body: object): Promise<void> {
    const answer = await this.acme.staff.call('PATCH', path, { body });
    if (answer.status >= 300) throw new Error(`PATCH ${path}: ${JSON.stringify(answer.body)}`);
  }

  /** As many products of their own on a list as are said. */
  async fillList(listId: string, count: number): Promise<void> {
    const { ctx } = this.acme.people;
    const ids = Array.from({ length: count }, newId);
    await this.stage.t.db.write(ctx, async (tx) => {
      await tx.run(PRODUCTS, [ctx.companyId, ids]);
      await tx.run(ON_LIST, [ctx.companyId, ids, listId]);
    });
  }

  /** An account in Germany, so that its taxes are known. */
  async account(name: string, parentId: string | null = null): Promise<AccountId> {
    const billingAddress = { line1: 'Kai 1', city: 'Köln', postalCode: '50667', country: 'DE' };
    return (await this.acme.made('/accounts', { name, parentId, billingAddress })).id as AccountId;
  }
}

export async function cartOf(who: PortalClient, query = ''): Promise<SeenCart> {
  return (await who.call('GET', `/cart${query}`)).body as SeenCart;
}

/** Puts lines of `[product, quantity]` into the cart. @throws Error where that is refused */
export async function putCart(
  who: PortalClient,
  lines: readonly (readonly [{ readonly id: string }, string])[],
  more: object = {},
): Promise<SeenCart> {
  const said = lines.map(([{ id: productId }, quantity]) => ({ productId, quantity }));
  const answer = await who.call('PUT', '/cart', { body: { lines: said, ...more } });
  if (answer.status !== 200) throw new Error(`${codeOf(answer)} ${JSON.stringify(answer.body)}`);
  return answer.body as SeenCart;
}
