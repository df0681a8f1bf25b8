import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import { notFound, type Ctx } from '@quittance/kernel';
import { ListCatalogue } from '../lists/list-catalogue.js';
import type { ViewId } from './stored-view.js';
import { listViewView, type ListViewView } from './stored-view.view.js';
import { findVisible } from './view.queries.js';

/** Reads a list view by its object and id. */
@Injectable()
export class FindListView {
  constructor(
    private readonly db: Database,
    private readonly lists: ListCatalogue,
  ) {}

  /**
   * The name under which the views of an object are stored.
   * @throws DomainError not_found
   */
  async objectOf(ctx: Ctx, object: string): Promise<string> {
    const shape = await this.db.read(ctx, (tx) => this.lists.find(tx, object));
    if (!shape) throw notFound({ object: 'object' });
    return shape.object;
  }

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, object: string, id: ViewId): Promise<ListViewView> {
    return this.db.read(ctx, async (tx) => {
      const shape = await this.lists.find(tx, object);
      const view = await findVisible(tx, id, 'list_view');
      if (view.object !== (shape?.object ?? object)) throw notFound({ object: 'view' });
      return listViewView(view);
    });
  }
}
