import { Injectable } from '@nestjs/common';
import { companyToday, readCompanyTerms } from '@quittance/company';
import { Database, type Tx } from '@quittance/database';
import { invalidFields, type Ctx, type DomainError } from '@quittance/kernel';
import {
  countryForms,
  loadRows,
  recordProblem,
  rowInputs,
  rowRights,
  type CountryCells,
  type ImportResult,
  type ImportRow,
  type ImportSummary,
  type RowFormat,
} from '@quittance/mass';
import type { RecordId } from '@quittance/metadata';
import type { Readable } from 'node:stream';
import { findProductsNamed } from '../products/product.queries.js';
import {
  entryRow,
  productOfRow,
  readEntryRow,
  type KnownProducts,
  type ReadRow,
} from './entry-row.js';
import {
  changedEntry,
  insertEntries,
  newEntry,
  updateEntries,
} from './price-book-entry.repository.js';
import type { PriceBookEntryView } from './price-book-entry.description.js';
import type { PriceBookId } from './price-book.js';
import { entriesIn, holdPriceBook, requirePriceBook } from './price-book.queries.js';

export interface PriceImport extends CountryCells {
  readonly priceBookId: PriceBookId;
  readonly body: Readable;
  readonly format: RowFormat;
  /** Checks every row, writes nothing. */
  readonly dryRun?: boolean;
}

/** A price is of the product that its SKU names. */
const WRITTEN_BY = { sku: ['productId'] } as const;

/**
 * Loads prices from a file. A row names its product by id or SKU; a price that the
 * book has for the same product and quantity is changed, any other is added. Of rows for the same
 * price the last one holds. An import that was cut off is simply repeated.
 */
@Injectable()
export class ImportPriceBookEntries {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, import_file_not_readable, import_columns_invalid */
  async execute(ctx: Ctx, input: PriceImport): Promise<ImportSummary> {
    const { priceBookId, body, format, dryRun = false } = input;
    const terms = await this.db.read(ctx, async (tx) => {
      await requirePriceBook(tx, priceBookId);
      return readCompanyTerms(tx);
    });
    const { baseCurrency, timeZone } = terms;
    const today = companyToday(terms, ctx.now);
    const save = (tx: Tx, rows: readonly ImportRow[]) => {
      const read = rows.map(({ values }) =>
        readEntryRow(values, { today, timeZone, baseCurrency }),
      );
      return new EntryBatch(tx, priceBookId).save(rows, read);
    };
    return loadRows(ctx, this.db, {
      rows: rowInputs(ctx, entryRow, { body, format }, countryForms.asked(input)),
      dryRun,
      save: rowRights.within(ctx, 'pricebooks', save, WRITTEN_BY),
    });
  }
}

/** Rows of one transaction, in a number of statements that does not grow with them. */
class EntryBatch {
  /** What the book holds as the rows before have left it, by product and quantity. */
  private readonly held = new Map<string, PriceBookEntryView>();
  private readonly stored = new Map<string, PriceBookEntryView>();

  constructor(
    private readonly tx: Tx,
    private readonly bookId: PriceBookId,
  ) {}

  async save(
    rows: readonly ImportRow[],
    read: readonly ReadRow[],
  ): Promise<readonly ImportResult[]> {
    const { tx, bookId } = this;
    await holdPriceBook(tx, bookId);
    const products = await knownProducts(tx, read);
    const ids = [...products.byId.keys()] as PriceBookEntryView['productId'][];
    for (const entry of await entriesIn(tx, bookId, ids)) {
      this.stored.set(keyOf(entry), entry);
      this.held.set(keyOf(entry), entry);
    }
    const results = rows.map(({ line }, i) => this.take(line, read[i] as ReadRow, products));
    await this.write();
    return results;
  }

  private take(line: number, row: ReadRow, products: KnownProducts): ImportResult {
    const found = productOfRow(row, products);
    if (row.error) return failed(line, 'error' in found ? both(row.error, found.error) : row.error);
    if ('error' in found) return failed(line, found.error);
    const { product } = found;
    const { minQuantity, unitPrice } = row;
    const key = keyOf({ productId: product.id, minQuantity });
    const before = this.held.get(key);
    if (!before) {
      const entry = newEntry(this.tx, this.bookId, { product, minQuantity, unitPrice });
      this.held.set(key, entry);
      return { line, status: 'created', id: idOf(entry) };
    }
    if (before.unitPrice === unitPrice) return { line, status: 'unchanged', id: idOf(before) };
    this.held.set(key, { ...before, unitPrice });
    return { line, status: 'updated', id: idOf(before) };
  }

  private async write(): Promise<void> {
    const { tx } = this;
    const entries = [...this.held];
    const added = entries.flatMap(([key, entry]) => (this.stored.has(key) ? [] : [entry]));
    const changes = entries.flatMap(([key, { unitPrice }]) => {
      const before = this.stored.get(key);
      if (!before || before.unitPrice === unitPrice) return [];
      return [{ before, after: changedEntry(tx, before, { unitPrice }) }];
    });
    await insertEntries(tx, added, 'price_book_entry.imported');
    await updateEntries(tx, changes, 'price_book_entry.updated');
  }
}

async function knownProducts(tx: Tx, read: readonly ReadRow[]): Promise<KnownProducts> {
  const found = await findProductsNamed(tx, {
    ids: read.flatMap(({ productId }) => productId ?? []),
    skus: read.flatMap(({ sku }) => sku ?? []),
  });
  return {
    byId: new Map(found.map((product) => [product.id, product])),
    bySku: new Map(found.map((product) => [product.sku, product])),
  };
}

/** What is wrong with the product is told where nothing else is wrong at its place. */
function both(own: DomainError, product: DomainError): DomainError {
  const { errors = [] } = own.options;
  const places = new Set(errors.map(({ pointer }) => pointer));
  const isProduct = places.has('/productId') || places.has('/sku');
  return isProduct ? own : invalidFields([...errors, ...(product.options.errors ?? [])]);
}

function keyOf({ productId, minQuantity }: Pick<PriceBookEntryView, 'productId' | 'minQuantity'>) {
  return `${productId} ${minQuantity}`;
}

function idOf({ id }: PriceBookEntryView): RecordId {
  return id as string as RecordId;
}

function failed(line: number, error: DomainError): ImportResult {
  return { line, status: 'failed', problem: recordProblem(error) };
}
