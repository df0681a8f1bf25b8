import { CreateAdministrator } from '@quittance/access/host';
import type { PriceBookId } from '@quittance/catalog';
import {
  CATALOG_OBJECTS,
  CreatePriceBookEntry,
  entriesOf,
  priceBookEntryList,
  priceBookObject,
  productObject,
} from '@quittance/catalog/host';
import { Companies, type NewCompany } from '@quittance/company/host';
import { connect } from '@quittance/database/host';
import {
  listPage,
  parseListRequest,
  type ListDefinition,
  type ListNarrowing,
} from '@quittance/lists';
import type { Database } from '@quittance/database';
import { PasswordHasher } from '@quittance/identity';
import { findUserByEmail } from '@quittance/identity/host';
import { newId, systemClock, systemCtx, type Ctx, type ProductId } from '@quittance/kernel';
import { CompanyModels, ObjectCatalogue, RecordChecks, type RecordView } from '@quittance/metadata';
import { createRecords, recordList, type RecordInput } from '@quittance/objects';
import { NoMetadata } from '@quittance/metadata/host';
import { LoadSeedRates } from '@quittance/tax/host';
import { allEntities } from '../assembly.js';
import { DEMO_ADMIN, DEMO_MANAGER, DEMO_SLUG } from './demo-admin.js';
import { ensureDemoCustomer } from './demo-customer.js';

const COMPANY: NewCompany & { slug: string } = {
  slug: DEMO_SLUG,
  legalName: 'Demonstration Ltd',
  baseCurrency: 'EUR',
  address: { line1: '1 Quay Street', city: 'Dublin', postalCode: 'D02 X285', country: 'IE' },
  // Of nobody, with right check digits: by these a newcomer gets electronic invoices.
  taxRegistrations: [{ country: 'IE', number: 'IE1234567T' }],
  contact: {
    name: 'Accounts',
    phone: '+353 1 555 0100',
    email: 'accounts@demonstration.example',
    website: null,
  },
  bankAccount: {
    holder: 'Demonstration Ltd',
    iban: 'IE29AIBK93115212345678',
    bic: 'AIBKIE2D',
    bankName: null,
  },
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
 * finds everything. Payments need nothing: the sandbox serves a company without a connector.
 */
export async function makeDemoCompany(url: string): Promise<void> {
  const db = await connect({ url, poolSize: 2, applicationName: 'quittance-start' }, allEntities);
  try {
    const companies = new Companies(db);
    const now = systemClock.now();
    const known = await companies.idOf(COMPANY.slug);
    const ctx = systemCtx(known ?? (await companies.create(COMPANY, now)), now, `demo-${newId()}`);
    await new LoadSeedRates(db).execute(ctx, TAX_COUNTRIES);
    await ensurePrices(ctx, db);
    await ensureDemoCustomer(ctx, db);
    for (const user of [DEMO_MANAGER, DEMO_ADMIN]) await ensureUser(ctx, db, user);
  } finally {
    await db.close();
  }
}

/** An administrator, unless they are there. */
async function ensureUser(ctx: Ctx, db: Database, user: typeof DEMO_ADMIN | typeof DEMO_MANAGER) {
  const known = await db.read(ctx, (tx) => findUserByEmail(tx, user.email));
  if (known) return;
  await new CreateAdministrator(db, new PasswordHasher()).execute(ctx, user);
}

async function ensurePrices(ctx: Ctx, db: Database): Promise<void> {
  const newBook = { name: PRICE_BOOK, currency: COMPANY.baseCurrency, isDefault: true };
  const books = await ensureRecords(ctx, db, priceBookObject.name, 'name', [newBook]);
  const products = await ensureRecords(ctx, db, productObject.name, 'sku', PRODUCTS.map(saleOf));
  const book = books.get(PRICE_BOOK) as PriceBookId;
  const priced = new Set(
    (await all(ctx, db, priceBookEntryList, entriesOf(book))).map(({ productId }) => productId),
  );
  for (const { unitPrice, sku } of PRODUCTS) {
    const productId = products.get(sku) as ProductId | undefined;
    if (!productId || priced.has(productId)) continue;
    await new CreatePriceBookEntry(db).execute(ctx, book, { productId, unitPrice });
  }
}

function saleOf({ sku, name }: (typeof PRODUCTS)[number]): RecordInput {
  return { sku, name, inCatalogue: true };
}

/** Makes those records that no other has the key of; answers the ids of all by their key. */
async function ensureRecords(
  ctx: Ctx,
  db: Database,
  name: string,
  key: string,
  inputs: readonly RecordInput[],
): Promise<Map<unknown, string>> {
  const catalogue = new ObjectCatalogue();
  catalogue.register(...CATALOG_OBJECTS);
  const models = new CompanyModels(catalogue, new NoMetadata(), new RecordChecks());
  const object = await db.read(ctx, (tx) => models.object(tx, name));
  const known = (await all(ctx, db, recordList(object.model, object))) as readonly RecordView[];
  const missing = inputs.filter((input) => !known.some((record) => record[key] === input[key]));
  const added = await db.write(ctx, (tx) => createRecords(tx, object, missing));
  return new Map([...known, ...added].map((record) => [record[key], record.id] as const));
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
