import { Injectable } from '@nestjs/common';
import { isKnownTo } from '@quittance/configuration';
import { ANY_DAY, readStoredList, type SkippedPart } from '@quittance/lists';
import { Database, type Tx } from '@quittance/database';
import { notFound, type Ctx, type UserId } from '@quittance/kernel';
import { ListCatalogue } from '../lists/list-catalogue.js';
import { storedList, type ViewId } from './stored-view.js';
import { viewState, savedViewView } from './stored-view.view.js';
import type { View } from './view.entity.js';
import { maybeVisible } from './view.queries.js';
import { allViews } from './view.repository.js';

/** What of a stored view still applies, and what is skipped and why. */
export interface ViewHealth {
  readonly id: ViewId;
  readonly kind: View['kind'];
  readonly object: string;
  readonly name: string;
  readonly ownerId: UserId | null;
  /** `broken` when the list itself is gone. */
  readonly status: 'healthy' | 'degraded' | 'broken';
  readonly skipped: readonly SkippedPart[];
}

/** Tells which rules, columns and sorts of stored views are skipped and why. */
@Injectable()
export class CheckViews {
  constructor(
    private readonly db: Database,
    private readonly lists: ListCatalogue,
  ) {}

  /** One view that the actor may use. @throws DomainError not_found */
  async one(ctx: Ctx, id: ViewId): Promise<ViewHealth> {
    return this.db.read(ctx, async (tx) => {
      const view = await maybeVisible(tx, id);
      if (!view) throw notFound({ object: 'view' });
      return this.health(tx, view);
    });
  }

  /** Every view of the company but what others keep for themselves; the unhealthy ones first. */
  async all(ctx: Ctx): Promise<readonly ViewHealth[]> {
    return this.db.read(ctx, async (tx) => {
      const found: ViewHealth[] = [];
      const isKnown = (view: View) => isKnownTo(ctx.userId, view.kind, viewState(view));
      for (const view of (await allViews(tx)).filter(isKnown)) {
        found.push(await this.health(tx, view));
      }
      const rank = { broken: 0, degraded: 1, healthy: 2 };
      return found.sort((a, b) => rank[a.status] - rank[b.status]);
    });
  }

  private async health(tx: Tx, view: View): Promise<ViewHealth> {
    const { id, kind, object, name, ownerId } = view;
    const list = await this.lists.find(tx, object);
    const about = { id, kind, object, name, ownerId };
    if (!list) return { ...about, status: 'broken', skipped: [] };
    const { skipped } = readStoredList(list, storedList(savedViewView(view)), ANY_DAY);
    return { ...about, status: skipped.length === 0 ? 'healthy' : 'degraded', skipped };
  }
}
