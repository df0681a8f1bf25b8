import { manualClock } from '@quittance/kernel/host';
import type { Ctx } from '@quittance/kernel';
import type { Tx } from '@quittance/database';
import type { TestDatabase } from '../../../../../test/support/test-database.js';
import {
  ObjectCatalogue,
  type RecordId,
  type RecordView,
  CompanyModels,
  type CompanyObject,
  RecordChecks,
} from '@quittance/metadata';
import {
  createRecords,
  deleteRecords,
  readRecords,
  type RecordInput,
  updateRecords,
} from '@quittance/objects';
import { CheckFormula, BuildFieldIndexes } from '@quittance/objects/host';
import { TestShop, note, part } from '@quittance/objects/testing';
import { CreateField } from '../create-field.js';
import { CreateObject } from '../create-object.js';
import { DefinedMetadata } from '../defined-metadata.js';
import { Definitions } from '../definition.queries.js';
import { DeleteField } from '../delete-field.js';
import { DeleteObject } from '../delete-object.js';
import type { NewField } from '../checks/field-input.js';
import { MetadataUsage } from '../checks/metadata-usage.js';
import { ReorderFields } from '../reorder-fields.js';
import { UpdateField } from '../update-field.js';
import { UpdateObject } from '../update-object.js';

/** A company with parts and notes that defines fields and objects for real. */
export class Workshop {
  readonly usage = new MetadataUsage();
  readonly models: CompanyModels;
  readonly definitions: Definitions;
  readonly createField: CreateField;
  readonly updateField: UpdateField;
  readonly deleteField: DeleteField;
  readonly reorderFields: ReorderFields;
  readonly createObject: CreateObject;
  readonly updateObject: UpdateObject;
  readonly deleteObject: DeleteObject;
  readonly checkFormula: CheckFormula;
  private readonly builder: BuildFieldIndexes;

  private constructor(
    readonly t: TestDatabase,
    readonly shop: TestShop,
    readonly ctx: Ctx,
  ) {
    const catalogue = new ObjectCatalogue();
    catalogue.register(part, note);
    this.models = new CompanyModels(catalogue, new DefinedMetadata(), new RecordChecks());
    const { db } = t;
    this.definitions = new Definitions(db, this.models);
    this.createField = new CreateField(db, this.models);
    this.updateField = new UpdateField(db, this.models, this.usage);
    this.deleteField = new DeleteField(db, this.models, this.usage);
    this.reorderFields = new ReorderFields(db, this.models);
    this.createObject = new CreateObject(db, this.models);
    this.updateObject = new UpdateObject(db, this.models);
    this.deleteObject = new DeleteObject(db, this.models, this.usage);
    this.checkFormula = new CheckFormula(db, this.models);
    this.builder = new BuildFieldIndexes(db, this.models);
  }

  static async open(t: TestDatabase): Promise<Workshop> {
    const ctx = await t.newCompany();
    const shop = await new TestShop(t, ctx).open();
    return new Workshop(t, shop, ctx);
  }

  async close(): Promise<void> {
    await this.shop.close();
  }

  define(object: string, field: Omit<NewField, 'label'> & { readonly label?: string }) {
    return this.createField.execute(this.ctx, object, { label: field.name, ...field });
  }

  newObject(name: string) {
    return this.createObject.execute(this.ctx, { name, label: name, pluralLabel: `${name} all` });
  }

  private write<T>(name: string, work: (tx: Tx, object: CompanyObject) => Promise<T>): Promise<T> {
    return this.t.db.write(this.ctx, async (tx) => work(tx, await this.models.object(tx, name)));
  }

  async make(object: string, input: RecordInput): Promise<RecordView> {
    const made = await this.write(object, (tx, of) => createRecords(tx, of, [input]));
    return made[0] as RecordView;
  }

  async change(object: string, id: RecordId, patch: RecordInput): Promise<RecordView> {
    const updates = [{ id, patch }];
    const changed = await this.write(object, (tx, of) => updateRecords(tx, of, updates));
    return changed[0] as RecordView;
  }

  async remove(object: string, id: RecordId): Promise<void> {
    await this.write(object, (tx, of) => deleteRecords(tx, of, [{ id }]));
  }

  async get(object: string, id: RecordId, ctx = this.ctx): Promise<RecordView | undefined> {
    const records = await this.t.db.read(ctx, async (tx) =>
      readRecords(tx, await this.models.object(tx, object), [id]),
    );
    return records[0];
  }

  /** Lets the worker do what it has to do. */
  async build(): Promise<void> {
    const clock = manualClock(this.ctx.now);
    for (;;) {
      await this.builder.buildOnce(clock);
      const { rows } = await this.shop.owner.query(
        `select 1 from objects.field_index where state in ('emptying', 'building')`,
      );
      if (rows.length === 0) return;
    }
  }
}
