import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database, checkVersion } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { ListCatalogue } from '../lists/list-catalogue.js';
import { contentOfPatch, listInBody } from './list-of-view.js';
import { checkOwner, checkedSharing, type ViewPatch } from './saved-view.js';
import { checkContent, type ViewId } from './stored-view.js';
import { savedViewView, type SavedViewView } from './stored-view.view.js';
import { findVisible } from './view.queries.js';
import { lockView, viewRows } from './view.repository.js';

/**
 * Changes a saved view of the user's own. What is not sent stays, also what names fields that are
 * gone.
 */
@Injectable()
export class UpdateView {
  constructor(
    private readonly db: Database,
    private readonly lists: ListCatalogue,
  ) {}

  /** @throws DomainError not_found, view_not_yours, validation_failed, precondition_failed */
  async execute(
    ctx: Ctx,
    id: ViewId,
    patch: ViewPatch,
    expectedVersion: number | null,
  ): Promise<SavedViewView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      await findVisible(tx, id, 'view');
      const before = await lockView(tx, 'view', id);
      checkOwner(tx, before);
      checkVersion(before.version, expectedVersion);
      const { visibility = before.visibility, sharedWith } = patch;
      const kept = visibility === before.visibility ? before.sharedWith : undefined;
      const sharing =
        sharedWith === undefined && kept
          ? kept
          : await checkedSharing(tx, visibility, sharedWith ?? {});
      if (patch.columns ?? patch.sort ?? patch.filter) {
        const shape = await listInBody(tx, this.lists, before.object);
        checkContent(shape, contentOfPatch(before, patch));
      }
      return savedViewView(
        await viewRows.change(tx, before, { ...patch, visibility, sharedWith: sharing }),
      );
    });
  }
}
