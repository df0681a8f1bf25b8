import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { parentFault } from './master-hierarchy.js';
import { masterParentDeleted } from './masters.errors.js';
import type { Master, MasterKey } from './master.js';
import { findMaster } from './master.queries.js';
import { storeMaster } from './store-masters.js';

/** Puts a deleted entry back into its list, as it was. */
@Injectable()
export class RestoreMaster {
  constructor(private readonly db: Database) {}

  /**
   * Restoring what is not deleted changes nothing.
   * @throws DomainError not_found, master_parent_deleted
   */
  execute(ctx: Ctx, key: MasterKey): Promise<Master> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const before = await findMaster(tx, key);
      if (before.deletedAt === null) return before;
      const { parentCode } = before;
      if (await parentFault(tx, key.type, parentCode)) {
        throw masterParentDeleted({ code: key.code, parentCode });
      }
      return storeMaster(tx, { ...key, before, fields: before, deleted: false });
    });
  }
}
