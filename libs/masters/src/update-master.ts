import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion, type Tx } from '@quittance/database';
import { invalidFields, type Ctx } from '@quittance/kernel';
import { parentFault } from './master-hierarchy.js';
import { masterDeleted, masterParentDeleted } from './masters.errors.js';
import { masterFields, type Master, type MasterFields, type MasterKey } from './master.js';
import { findMaster } from './master.queries.js';
import { storeMaster } from './store-masters.js';

/** A merge: what is absent stays, null clears. The code never changes. */
export type MasterPatch = Partial<MasterFields>;

/** Changes an entry; one that came with the product becomes the company's own. */
@Injectable()
export class UpdateMaster {
  constructor(private readonly db: Database) {}

  /**
   * @throws DomainError not_found, precondition_failed, master_deleted, master_parent_deleted,
   * validation_failed
   */
  execute(
    ctx: Ctx,
    key: MasterKey,
    patch: MasterPatch,
    expectedVersion: number | null = null,
  ): Promise<Master> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const before = await findMaster(tx, key);
      checkVersion(before.version, expectedVersion);
      if (before.deletedAt !== null) throw masterDeleted({ code: key.code });
      const name = (patch.name ?? before.name).trim();
      const fields = masterFields({ ...before, ...patch, name });
      await checkParent(tx, before, fields);
      return storeMaster(tx, { ...key, before, fields, deleted: false });
    });
  }
}

/** An entry may have become inactive first and its parent been deleted then. */
async function checkParent(tx: Tx, before: Master, { parentCode, active }: MasterFields) {
  const moved = parentCode !== before.parentCode;
  if (!moved && !(active && !before.active)) return;
  const fault = await parentFault(tx, before.type, parentCode);
  if (fault && moved) throw invalidFields([fault]);
  if (fault) throw masterParentDeleted({ code: before.code, parentCode });
}
