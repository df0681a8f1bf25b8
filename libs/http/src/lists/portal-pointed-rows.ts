import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import type { PortalActor, PortalCtx, PortalDirectory } from '@quittance/portal';
import { PointedRows, type MemberThere } from './pointed-rows.js';
import { portalReachedFields, type ReachedList } from '../fields/portal-reached-fields.js';

type Records = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** How users of a portal see records that rows of their lists point at. */
export interface PortalTarget {
  /** Whether the user sees such a member of such records at all. */
  sees(actor: PortalActor, member: string): boolean;
  /** Those within reach of the user. */
  records(tx: Tx, actor: PortalActor, ids: readonly string[]): Promise<Records>;
  /** Them as filters and sorts look into them; undefined for who may open none. */
  list(tx: Tx, actor: PortalActor): Promise<ReachedList | undefined>;
  /** What names one to a person. */
  title(record: Readonly<Record<string, unknown>>): string;
}

/**
 * What rows of a portal point at, as far as the portal shows such records in lists of their own:
 * the same members, to the same users. Filled while the host starts.
 */
@Injectable()
export class PortalPointedRows extends PointedRows {
  private readonly targets = new Map<string, PortalTarget>();

  register(directory: PortalDirectory, name: string, target: PortalTarget): void {
    this.targets.set(`${directory} ${name}`, target);
  }

  constructor(private readonly db: Database) {
    super();
  }

  async reach(ctx: Ctx, fields: ListDefinition['fields']) {
    const targets = new Set(Object.values(fields).flatMap(({ shows }) => shows?.target ?? []));
    const lists = await this.db.read(ctx, (tx) => this.lists(tx, [...targets]));
    return portalReachedFields(ctx, fields, (target) => lists.get(target));
  }

  private async lists(tx: Tx, names: readonly string[]) {
    const found = new Map<string, ReachedList>();
    for (const name of names) {
      const [target, actor] = this.at(tx.ctx, name);
      const list = target && actor && (await target.list(tx, actor));
      if (list) found.set(name, list);
    }
    return found;
  }

  async member(ctx: Ctx, name: string, member: string): Promise<MemberThere> {
    const [target, actor] = this.at(ctx, name);
    return target && actor && target.sees(actor, member) ? {} : undefined;
  }

  /** Portals state their type-aheads by themselves. */
  async choices(): Promise<undefined> {
    return undefined;
  }

  /** They are named in type-aheads, which portals state by themselves. */
  async naming(): Promise<undefined> {
    return undefined;
  }

  async titles(tx: Tx, name: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const [target] = this.at(tx.ctx, name);
    if (!target) return new Map();
    const records = await this.records(tx, name, ids);
    return new Map([...records].map(([id, record]) => [id, target.title(record)]));
  }

  async records(tx: Tx, name: string, ids: readonly string[]): Promise<Records> {
    const [target, actor] = this.at(tx.ctx, name);
    return target && actor ? target.records(tx, actor, ids) : new Map();
  }

  private at(ctx: Ctx, name: string): [PortalTarget | undefined, PortalActor | undefined] {
    const { portal } = ctx as Partial<PortalCtx>;
    return [portal && this.targets.get(`${portal.directory} ${name}`), portal];
  }
}
