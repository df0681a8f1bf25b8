import { Injectable } from '@nestjs/common';
import { ListMemory } from '@quittance/customization';
import type { StoredList } from '@quittance/lists';
import { notFound, type Ctx } from '@quittance/kernel';

/** Where a host looks up what was put by of its lists. */
export abstract class StoredViews {
  /** @throws DomainError not_found when there is no such view of this list for the actor */
  abstract view(ctx: Ctx, list: string, id: string): Promise<StoredList>;
  /** What the list has by itself: its columns and its order. */
  abstract defaultOf(ctx: Ctx, list: string): Promise<StoredList | null>;
}

/** Saved views and list views of staff. */
@Injectable()
export class StaffViews extends StoredViews {
  constructor(private readonly memory: ListMemory) {
    super();
  }

  async view(ctx: Ctx, list: string, id: string): Promise<StoredList> {
    return (await this.memory.view(ctx, list, id)).list;
  }

  defaultOf(ctx: Ctx, list: string): Promise<StoredList | null> {
    return this.memory.defaultOf(ctx, list);
  }
}

/** A host on which nobody has views: its lists are as they are. */
@Injectable()
export class NoViews extends StoredViews {
  async view(): Promise<StoredList> {
    throw notFound({ object: 'view' });
  }

  async defaultOf(): Promise<null> {
    return null;
  }
}
