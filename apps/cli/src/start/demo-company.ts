import { CreateAdministrator } from '@quittance/access';
import {
  CreatePriceBook,
  CreatePriceBookEntry,
  CreateProduct,
  priceBookEntryList,
  priceBookList,
  productList,
  type NewProduct,
  type PriceBookId,
} from '@quittance/catalog';
import { Companies, type NewCompany } from '@quittance/company';
import {
  connect,
  listPage,
  parseListRequest,
  type Database,
  type ListDefinition,
  type ListNarrowing,
} from '@quittance/database';
import { PasswordHasher, findUserByEmail } from '@quittance/identity';
import { newId, systemClock, systemCtx, type Ctx, type ProductId } from '@quittance/kernel';
import { LoadSeedRates } from '@quittance/tax';
import { allEntities } from '../assembly.js';

/** Who signs in to the demonstration company: known to everybody, so never made beside real data. */
export const DEMO_ADMIN = {
  email: 'admin@demo.quittance.dev',
  name: 'Ada Admin',
  password: 'quittance-demo-1',
} as const;

const COMPANY: NewCompany & { slug: string } = {
  slug: 'demo',
  legalName: 'Demonstration Ltd',
  baseCurrency: 'EUR',
  address: { line1: '1 Quay Street', city: 'Dublin', postalCode: 'D02 X285', country: 'IE' },
};
const TAX_COUNTRIES = ['IE', 'DE', 'FR', 'GB', 'IN', 'US'];
const PRICE_BOOK = 'Standard';
const PRODUCTS: readonly (NewProduct & { unitPrice: string })[] = [
  { sku: 'PLAN-TEAM', name: 'Team plan, a month', unitPrice: '49.00' },
  { sku: 'PLAN-SCALE', name: 'Scale plan, a month', unitPrice: '490.00' },
  { sku: 'ONBOARDING', name: 'Onboarding, a day', unitPrice: '850.00' },
];

/**
 * Makes what is missing of the demonstration company. The administrator comes last: who can sign in
 * finds everything, and a later start sees it in one look. Payments need nothing: the sandbox serves
 * a company without a connector.
 */
export async function ensureDemoCompany(url: string): Promise<void> {
  const db = await connect({ url, poolSize: 2, applicationName: 'quittance-start' }, allEntities);
  try {
    const companies = new Companies(db);
    const now = systemClock.now();
    const known = await companies.idOf(COMPANY.slug);
    const ctx = systemCtx(known ?? (await companies.create(COMPANY, now)), now, `demo-${newId()}`);
    if (await db.read(ctx, (tx) => findUserByEmail(tx, DEMO_ADMIN.email))) return;
    await new LoadSeedRates(db).execute(ctx, TAX_COUNTRIES);
    await ensurePrices(ctx, db);
    await new CreateAdministrator(db, new PasswordHasher()).execute(ctx, DEMO_ADMIN);
  } finally {
    await db.close();
  }
}

async function ensurePrices(ctx: Ctx, db: Database): Promise<void> {
  const books = await all(ctx, db, priceBookList);
  const newBook = { name: PRICE_BOOK, currency: COMPANY.baseCurrency, isDefault: true };
  const book =
    books.find(({ name }) => name === PRICE_BOOK) ??
    (await new CreatePriceBook(db).execute(ctx, newBook));
  const products = await all(ctx, db, productList);
  const priced = await pricedIn(ctx, db, book.id as PriceBookId);
  for (const { unitPrice, ...input } of PRODUCTS) {
    const product =
      products.find(({ sku }) => sku === input.sku) ??
      (await new CreateProduct(db).execute(ctx, input));
    if (priced.has(product.id)) continue;
    const entry = { productId: product.id as ProductId, unitPrice };
    await new CreatePriceBookEntry(db).execute(ctx, book.id as PriceBookId, entry);
  }
}

async function pricedIn(ctx: Ctx, db: Database, book: PriceBookId): Promise<Set<string>> {
  const entries = await all(
    ctx,
    db,
    priceBookEntryList,
    (bind) => `e.price_book_id = ${bind(book)}`,
  );
  return new Set(entries.map(({ productId }) => productId));
}

/** The first two hundred: more than an unfinished set-up can have. */
async function all<Row, Item extends object>(
  ctx: Ctx,
  db: Database,
  definition: ListDefinition<Row, Item>,
  narrowing?: ListNarrowing,
): Promise<readonly Item[]> {
  const request = parseListRequest(definition as ListDefinition, { pageSize: '200' });
  const page = await db.read(ctx, (tx) => listPage(tx, definition, request, narrowing));
  return page.data;
}
