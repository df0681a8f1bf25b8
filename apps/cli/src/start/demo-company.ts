import { CreateAdministrator } from '@quittance/access';
import {
  CreatePriceBook,
  CreatePriceBookEntry,
  priceBookEntryList,
  priceBookList,
  productObject,
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
import {
  CompanyModels,
  createRecords,
  NoMetadata,
  ObjectCatalogue,
  RecordChecks,
  recordList,
  type RecordView,
} from '@quittance/objects';
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
const PRODUCTS = [
  { sku: 'PLAN-TEAM', name: 'Team plan, a month', unitPrice: '49.00' },
  { sku: 'PLAN-SCALE', name: 'Scale plan, a month', unitPrice: '490.00' },
  { sku: 'ONBOARDING', name: 'Onboarding, a day', unitPrice: '850.00' },
] as const;

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
  const priced = await pricedIn(ctx, db, book.id as PriceBookId);
  const products = await ensureProducts(ctx, db);
  for (const { unitPrice, sku } of PRODUCTS) {
    const productId = products.get(sku);
    if (!productId || priced.has(productId)) continue;
    const entry = { productId, unitPrice };
    await new CreatePriceBookEntry(db).execute(ctx, book.id as PriceBookId, entry);
  }
}

/** The ids of the products by their SKU. */
async function ensureProducts(ctx: Ctx, db: Database): Promise<Map<unknown, ProductId>> {
  const catalogue = new ObjectCatalogue();
  catalogue.register(productObject);
  const models = new CompanyModels(catalogue, new NoMetadata(), new RecordChecks());
  const object = await db.read(ctx, (tx) => models.object(tx, productObject.name));
  const known = (await all(ctx, db, recordList(object.model, object))) as readonly RecordView[];
  const missing = PRODUCTS.filter(({ sku }) => !known.some((product) => product.sku === sku));
  const inputs = missing.map(({ sku, name }) => ({ sku, name }));
  const added = await db.write(ctx, (tx) => createRecords(tx, object, inputs));
  return new Map(
    [...known, ...added].map(({ sku, id }) => [sku, id as string as ProductId] as const),
  );
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
