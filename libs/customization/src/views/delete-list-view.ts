import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { ListCatalogue } from '../lists/list-catalogue.js';
import type { ViewId } from './stored-view.js';
import { lockView, viewRows } from './view.repository.js';

/** Takes a list view away, also one of an object that is gone. */
@Injectable()
export class DeleteListView {
  constructor(
    private readonly db: Database,
    private readonly lists: ListCatalogue,
  ) {}

  /** @throws DomainError not_found, precondition_failed */
  async execute(
    ctx: Ctx,
    object: string,
    id: ViewId,
    expectedVersion: number | null,
  ): Promise<void> {
    await this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const shape = await this.lists.find(tx, object);
      const view = await lockView(tx, 'list_view', id, shape?.object ?? object);
      checkVersion(view.version, expectedVersion);
      await viewRows.remove(tx, view);
    });
  }
}
