import { Injectable } from '@nestjs/common';
import { readMetadataVersion } from '@quittance/company';
import { Database } from '@quittance/database';
import type { StoredList } from '@quittance/lists';
import { type CompanyId, type Ctx, notFound } from '@quittance/kernel';
import { storedList } from './stored-view.js';
import { savedViewView } from './stored-view.view.js';
import type { View } from './view.entity.js';
import { maybeVisible, readDefaults, type ListDefaults } from './view.queries.js';

const MOST_COMPANIES = 1000;

interface Known {
  readonly version: number;
  readonly defaults: readonly ListDefaults[];
}

/** What is stored for the list of a request: the view it names, or the default of its user. */
@Injectable()
export class ListMemory {
  private readonly known = new Map<CompanyId, Known>();

  constructor(private readonly db: Database) {}

  /**
   * The view of this list, when the actor may use it.
   * @throws DomainError not_found
   */
  async view(ctx: Ctx, path: string, id: string): Promise<View & { readonly list: StoredList }> {
    const view = await this.db.read(ctx, (tx) => maybeVisible(tx, id));
    if (!view || view.path !== path) throw notFound({ object: 'view' });
    return { ...view, list: storedList(savedViewView(view)) };
  }

  /** The columns and the order that a list has by itself: the user's own before everybody's. */
  async defaultOf(ctx: Ctx, path: string): Promise<StoredList | null> {
    const ofList = (await this.defaults(ctx)).filter((each) => each.path === path);
    const own = ofList.find(({ ownerId }) => ownerId !== null && ownerId === ctx.userId);
    return (own ?? ofList.find(({ ownerId }) => ownerId === null))?.list ?? null;
  }

  /** Read once for each version of the company's metadata: a request that names it asks nothing. */
  private async defaults(ctx: Ctx): Promise<readonly ListDefaults[]> {
    const known = this.known.get(ctx.companyId);
    if (known && known.version === ctx.metadataVersion) return known.defaults;
    const read = await this.db.read(ctx, async (tx) => {
      const [version, defaults] = await Promise.all([readMetadataVersion(tx), readDefaults(tx)]);
      return { version, defaults };
    });
    if (this.known.size >= MOST_COMPANIES) this.known.clear();
    this.known.set(ctx.companyId, read);
    return read.defaults;
  }
}
