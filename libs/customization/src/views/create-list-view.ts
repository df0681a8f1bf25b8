import { Injectable } from '@nestjs/common';
import { bumpMetadata } from '@quittance/company';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { ListCatalogue } from '../lists/list-catalogue.js';
import { aView, listInPath, type NewListView } from './list-of-view.js';
import { checkContent } from './stored-view.js';
import { listViewView, type ListViewView } from './stored-view.view.js';
import { addView } from './view.repository.js';

/** Adds a list view that everybody sees; the default one sets the columns and order of the list. */
@Injectable()
export class CreateListView {
  constructor(
    private readonly db: Database,
    private readonly lists: ListCatalogue,
  ) {}

  /**
   * @throws DomainError not_found, validation_failed, view_name_taken, customization_limit_reached
   */
  async execute(ctx: Ctx, object: string, input: NewListView): Promise<ListViewView> {
    return this.db.write(ctx, async (tx) => {
      await bumpMetadata(tx);
      const shape = await listInPath(tx, this.lists, object);
      const view = aView(tx, shape, input);
      checkContent(shape, view);
      await addView(tx, view);
      return listViewView(view);
    });
  }
}
