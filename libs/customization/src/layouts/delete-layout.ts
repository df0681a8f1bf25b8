import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { LayoutId } from './layout.js';
import { layoutRows } from './layout.repository.js';

/** Takes a layout away, also one of an object that is gone. */
@Injectable()
export class DeleteLayout {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed */
  async execute(
    ctx: Ctx,
    object: string,
    id: LayoutId,
    expectedVersion: number | null,
  ): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const layout = await layoutRows.lock(tx, id, (each) => each.object === object);
      checkVersion(layout.version, expectedVersion);
      await layoutRows.remove(tx, layout);
    });
  }
}
