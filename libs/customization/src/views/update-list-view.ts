import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { ListCatalogue } from '../lists/list-catalogue.js';
import { contentOfPatch, listInPath } from './list-of-view.js';
import { checkContent, type ViewContent, type ViewId } from './stored-view.js';
import { listViewView, type ListViewView } from './stored-view.view.js';
import { lockView, viewRows } from './view.repository.js';

/** Changes a list view; what is not sent stays, also where it names fields that are gone. */
@Injectable()
export class UpdateListView {
  constructor(
    private readonly db: Database,
    private readonly lists: ListCatalogue,
  ) {}

  /** @throws DomainError not_found, validation_failed, precondition_failed, view_name_taken */
  async execute(
    ctx: Ctx,
    object: string,
    id: ViewId,
    patch: Partial<ViewContent>,
    expectedVersion: number | null,
  ): Promise<ListViewView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const shape = await listInPath(tx, this.lists, object);
      const before = await lockView(tx, 'list_view', id, shape.object);
      checkVersion(before.version, expectedVersion);
      checkContent(shape, contentOfPatch(before, patch));
      return listViewView(await viewRows.change(tx, before, patch));
    });
  }
}
