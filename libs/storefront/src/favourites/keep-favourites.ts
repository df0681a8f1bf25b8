import { Injectable } from '@nestjs/common';
import { audit } from '@quittance/audit';
import { Database, checkVersion, type Tx } from '@quittance/database';
import { newId, type AccountId } from '@quittance/kernel';
import type { PortalCtx } from '@quittance/portal';
import { findShownProducts } from '../catalogue/catalogue.queries.js';
import { unavailableAt } from '../cart/change-cart.js';
import { favouriteListFull } from '../storefront.errors.js';
import {
  favouriteListNoun,
  favouriteListView,
  MOST_FAVOURITES,
  type FavouriteItem,
  type FavouriteList,
  type FavouriteListId,
  type FavouriteListView,
} from './favourite-list.js';
import {
  changeItem,
  countOthers,
  dropItem,
  dropList,
  findFavouriteList,
  itemsOfList,
  lockOwnList,
  setItem,
  type ItemAt,
} from './favourite-list.repository.js';

/** What a user says of a list. */
export interface SaidList {
  readonly name: string;
  readonly shared?: boolean;
}

/** Keeps the lists of users: each is changed by its owner alone. */
@Injectable()
export class KeepFavourites {
  constructor(private readonly db: Database) {}

  create(ctx: PortalCtx, accountId: AccountId, said: SaidList): Promise<FavouriteListView> {
    return this.db.write(ctx, async (tx) => {
      const row: FavouriteList = {
        ...favouriteListNoun.empty,
        id: newId<'favourite-list'>(),
        version: 1,
        portalUserId: ctx.portal.portalUserId,
        accountId,
        name: said.name,
        shared: said.shared ?? false,
        createdAt: ctx.now,
        updatedAt: ctx.now,
      };
      await favouriteListNoun.rows.insert(tx, [row]);
      log(tx, 'favourite_list.created', row);
      return favouriteListView(row);
    });
  }

  /** @throws DomainError not_found, precondition_failed */
  change(
    ctx: PortalCtx,
    id: FavouriteListId,
    said: Partial<SaidList>,
    expectedVersion: number | null,
  ): Promise<FavouriteListView> {
    return this.db.write(ctx, async (tx) => {
      const before = await lockOwnList(tx, id, ctx.portal.portalUserId);
      checkVersion(before.version, expectedVersion);
      const after = await store(tx, { ...before, ...said });
      log(tx, 'favourite_list.updated', after);
      return favouriteListView(after);
    });
  }

  /** @throws DomainError not_found */
  discard(ctx: PortalCtx, id: FavouriteListId): Promise<void> {
    return this.db.write(ctx, async (tx) => {
      const list = await lockOwnList(tx, id, ctx.portal.portalUserId);
      await dropList(tx, id);
      log(tx, 'favourite_list.deleted', list);
    });
  }

  /** What is in a list that the user was found to reach. @throws DomainError not_found */
  read(tx: Tx, id: FavouriteListId): Promise<readonly FavouriteItem[]> {
    return itemsOfList(tx, id);
  }

  /** The list itself, of those that the user was found to reach. @throws DomainError not_found */
  async find(tx: Tx, id: FavouriteListId): Promise<FavouriteListView> {
    return favouriteListView(await findFavouriteList(tx, id));
  }

  /**
   * Says how much of a product a list has; one that is not there comes in.
   * @throws DomainError not_found, product_not_available, favourite_list_full
   */
  setItem(ctx: PortalCtx, at: ItemAt, quantity: string): Promise<readonly FavouriteItem[]> {
    return this.changing(ctx, at.listId, async (tx) => {
      const shown = await findShownProducts(tx, [at.productId]);
      if (!shown.has(at.productId)) throw unavailableAt('/productId');
      const others = await countOthers(tx, at.listId, at.productId);
      if (others >= MOST_FAVOURITES) throw favouriteListFull({ most: MOST_FAVOURITES });
      await setItem(tx, at, quantity);
    });
  }

  /** @throws DomainError not_found */
  changeItem(ctx: PortalCtx, at: ItemAt, quantity: string): Promise<readonly FavouriteItem[]> {
    return this.changing(ctx, at.listId, (tx) => changeItem(tx, at, quantity));
  }

  /** @throws DomainError not_found */
  dropItem(ctx: PortalCtx, at: ItemAt): Promise<readonly FavouriteItem[]> {
    return this.changing(ctx, at.listId, (tx) => dropItem(tx, at));
  }

  private changing(
    ctx: PortalCtx,
    id: FavouriteListId,
    work: (tx: Tx) => Promise<void>,
  ): Promise<readonly FavouriteItem[]> {
    return this.db.write(ctx, async (tx) => {
      const list = await lockOwnList(tx, id, ctx.portal.portalUserId);
      await work(tx);
      const after = await store(tx, list);
      log(tx, 'favourite_list.updated', after);
      return itemsOfList(tx, id);
    });
  }
}

async function store(tx: Tx, list: FavouriteList): Promise<FavouriteList> {
  const after = { ...list, version: list.version + 1, updatedAt: tx.ctx.now };
  await favouriteListNoun.store(tx, after);
  return after;
}

function log(tx: Tx, action: string, { id, name, shared }: FavouriteList): void {
  const about = { object: 'favourite-list', recordId: id } as const;
  audit(tx, { action, ...about, after: { name, shared } });
}
