import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { requireNoChildren } from './master-hierarchy.js';
import type { MasterKey } from './master.js';
import { findMaster } from './master.queries.js';
import { storeMaster } from './store-masters.js';

/** Takes an entry out of its list. Records that have it keep it, and it stays readable for them. */
@Injectable()
export class DeleteMaster {
  constructor(private readonly db: Database) {}

  /**
   * Deleting what is deleted changes nothing.
   * @throws DomainError not_found, precondition_failed, master_has_children
   */
  execute(ctx: Ctx, key: MasterKey, expectedVersion: number | null = null): Promise<void> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const before = await findMaster(tx, key);
      checkVersion(before.version, expectedVersion);
      if (before.deletedAt !== null) return;
      await requireNoChildren(tx, key);
      await storeMaster(tx, { ...key, before, fields: before, deleted: true });
    });
  }
}
