import type { Database } from '@quittance/database';
import type { Ctx, ProductId } from '@quittance/kernel';
import { CloneRecord } from '@quittance/mass/host';
import { NoMetadata } from '@quittance/metadata/host';
import {
  CompanyModels,
  ObjectCatalogue,
  RecordChecks,
  type RecordId,
  type RecordView,
} from '@quittance/metadata';
import { createRecords, deleteRecords, updateRecords, type RecordInput } from '@quittance/objects';
import { CatalogModule } from '../catalog.module.js';
import { CreatePriceBookEntry } from '../price-books/create-price-book-entry.js';
import type { PriceBookEntryView } from '../price-books/price-book-entry.description.js';
import type { PriceBookId } from '../price-books/price-book.js';

/** Products and price books as a caller of the API makes, changes, copies and deletes them. */
export class CatalogRecords {
  readonly models: CompanyModels;

  constructor(private readonly db: Database) {
    const catalogue = new ObjectCatalogue();
    new CatalogModule(catalogue);
    this.models = new CompanyModels(catalogue, new NoMetadata(), new RecordChecks());
  }

  async product(ctx: Ctx, sku: string): Promise<ProductId> {
    return (await this.make(ctx, 'product', {
      sku,
      name: `Product ${sku}`,
    })) as string as ProductId;
  }

  /** In euros, unless told. */
  async book(ctx: Ctx, name: string, more: RecordInput = {}): Promise<PriceBookId> {
    const input = { name, currency: 'EUR', ...more };
    return (await this.make(ctx, 'price-book', input)) as string as PriceBookId;
  }

  price(
    ctx: Ctx,
    book: PriceBookId,
    productId: ProductId,
    unitPrice: string,
    minQuantity?: string,
  ): Promise<PriceBookEntryView> {
    const price = { productId, unitPrice, ...(minQuantity === undefined ? {} : { minQuantity }) };
    return new CreatePriceBookEntry(this.db).execute(ctx, book, price);
  }

  change(ctx: Ctx, object: string, id: string, patch: RecordInput): Promise<RecordView> {
    return this.db.write(ctx, async (tx) => {
      const update = { id: id as RecordId, patch };
      const [changed] = await updateRecords(tx, await this.models.object(tx, object), [update]);
      return changed as RecordView;
    });
  }

  clone(ctx: Ctx, id: PriceBookId, changes: RecordInput): Promise<RecordView> {
    const copy = { object: 'price-book', id: id as string as RecordId, changes };
    return new CloneRecord(this.db, this.models).execute(ctx, copy);
  }

  async remove(ctx: Ctx, object: string, id: string): Promise<void> {
    await this.db.write(ctx, async (tx) =>
      deleteRecords(tx, await this.models.object(tx, object), [{ id: id as RecordId }]),
    );
  }

  private async make(ctx: Ctx, object: string, input: RecordInput): Promise<RecordId> {
    const made = await this.db.write(ctx, async (tx) =>
      createRecords(tx, await this.models.object(tx, object), [input]),
    );
    return (made[0] as RecordView).id;
  }
}
