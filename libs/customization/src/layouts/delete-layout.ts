import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { LayoutId } from './layout.js';
import { lockLayout, removeLayout } from './layout.repository.js';

/** Takes a layout away, also one of an object that is gone. */
@Injectable()
export class DeleteLayout {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, object: string, id: LayoutId): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      await removeLayout(tx, await lockLayout(tx, object, id));
    });
  }
}
