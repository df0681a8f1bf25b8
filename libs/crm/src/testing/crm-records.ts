import { SetupParts } from '@quittance/configuration';
import { LayoutPanels, ListCatalogue } from '@quittance/customization';
import type { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import {
  CompanyModels,
  ObjectCatalogue,
  RecordChecks,
  type RecordId,
  type RecordView,
} from '@quittance/metadata';
import {
  createRecords,
  deleteRecords,
  readRecord,
  updateRecords,
  type RecordInput,
} from '@quittance/objects';
import { NoMetadata } from '@quittance/metadata/host';
import { CrmModule } from '../crm.module.js';

/** The objects of this lib as they are in a company that has defined nothing. */
export function crmModels(): CompanyModels {
  const catalogue = new ObjectCatalogue();
  const checks = new RecordChecks();
  const models = new CompanyModels(catalogue, new NoMetadata(), checks);
  new CrmModule(
    catalogue,
    checks,
    new LayoutPanels(),
    new ListCatalogue(models),
    models,
    new SetupParts(),
  );
  return models;
}

/** Records as a caller of the API makes, reads, changes and deletes them. */
export interface CrmRecords {
  readonly models: CompanyModels;
  make(ctx: Ctx, object: string, input: RecordInput): Promise<RecordView>;
  read(ctx: Ctx, object: string, id: string): Promise<RecordView>;
  change(
    ctx: Ctx,
    object: string,
    id: string,
    patch: RecordInput,
    expectedVersion?: number,
  ): Promise<RecordView>;
  remove(ctx: Ctx, object: string, id: string): Promise<void>;
}

export function crmRecords(db: Database): CrmRecords {
  const models = crmModels();
  return {
    models,
    make: (ctx, object, input) =>
      db.write(ctx, async (tx) => {
        const [made] = await createRecords(tx, await models.object(tx, object), [input]);
        return made as RecordView;
      }),
    read: (ctx, object, id) =>
      db.read(ctx, async (tx) => readRecord(tx, await models.object(tx, object), id as RecordId)),
    change: (ctx, object, id, patch, expectedVersion) =>
      db.write(ctx, async (tx) => {
        const update = { id: id as RecordId, patch, expectedVersion: expectedVersion ?? null };
        const [changed] = await updateRecords(tx, await models.object(tx, object), [update]);
        return changed as RecordView;
      }),
    remove: (ctx, object, id) =>
      db.write(ctx, async (tx) => {
        await deleteRecords(tx, await models.object(tx, object), [{ id: id as RecordId }]);
      }),
  };
}
