import { Injectable } from '@nestjs/common';
import { Database } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import { CompanyModels } from '@quittance/metadata';
import { layoutView, type LayoutId, type LayoutView } from './layout.js';
import { layoutRows } from './layout.repository.js';

/** Reads a layout by its object and id. */
@Injectable()
export class FindLayout {
  constructor(
    private readonly db: Database,
    private readonly models: CompanyModels,
  ) {}

  /**
   * Before the layouts of an object are listed: of no object there is no list, not an empty one.
   * @throws DomainError not_found
   */
  async objectOf(ctx: Ctx, object: string): Promise<string> {
    return (await this.db.read(ctx, (tx) => this.models.object(tx, object))).name;
  }

  /** @throws DomainError not_found */
  async execute(ctx: Ctx, object: string, id: LayoutId): Promise<LayoutView> {
    return layoutView(
      await this.db.read(ctx, (tx) => layoutRows.find(tx, id, (each) => each.object === object)),
    );
  }
}
