import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { ListCatalogue } from '../lists/list-catalogue.js';
import { aView, listInBody } from './list-of-view.js';
import { checkedSharing, ownerOf, type NewView } from './saved-view.js';
import { checkContent } from './stored-view.js';
import { savedViewView, type SavedViewView } from './stored-view.view.js';
import { addView } from './view.repository.js';

/** Saves a view for the user: private, shared with roles and users, or public. */
@Injectable()
export class CreateView {
  constructor(
    private readonly db: Database,
    private readonly lists: ListCatalogue,
  ) {}

  /**
   * @throws DomainError validation_failed, user_required, view_name_taken,
   *   customization_limit_reached
   */
  async execute(ctx: Ctx, input: NewView): Promise<SavedViewView> {
    return this.db.write(ctx, async (tx) => {
      const ownerId = ownerOf(tx);
      await bumpMetadata(tx);
      const shape = await listInBody(tx, this.lists, input.object);
      const { visibility = 'private' } = input;
      const sharedWith = await checkedSharing(tx, visibility, input.sharedWith);
      const view = aView(tx, shape, input, { ownerId, visibility, sharedWith }, 'view');
      checkContent(shape, view);
      await addView(tx, view);
      return savedViewView(view);
    });
  }
}
