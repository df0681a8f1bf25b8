import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { checkOwner } from './saved-view.js';
import type { ViewId } from './stored-view.js';
import { findVisible } from './view.queries.js';
import { lockView, viewRows } from './view.repository.js';

/** Takes a saved view away; public ones also by whoever may customize. */
@Injectable()
export class DeleteView {
  constructor(private readonly db: Database) {}

  /** @throws DomainError not_found, precondition_failed, view_not_yours */
  async execute(ctx: Ctx, id: ViewId, expectedVersion: number | null): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      await findVisible(tx, id, 'view');
      const view = await lockView(tx, 'view', id);
      checkVersion(view.version, expectedVersion);
      checkOwner(tx, view);
      await viewRows.remove(tx, view);
    });
  }
}
