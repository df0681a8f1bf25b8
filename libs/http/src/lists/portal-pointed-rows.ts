import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { Ctx } from '@quittance/kernel';
import type { PortalActor, PortalCtx, PortalDirectory } from '@quittance/portal';
import { PointedRows, type MemberThere } from './pointed-rows.js';

type Records = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** How users of a portal see records that rows of their lists point at. */
export interface PortalTarget {
  /** Whether the user sees such a member of such records at all. */
  sees(actor: PortalActor, member: string): boolean;
  /** Those within reach of the user. */
  records(tx: Tx, actor: PortalActor, ids: readonly string[]): Promise<Records>;
  /** What names one to a person. */
  title(record: Readonly<Record<string, unknown>>): string;
}

/**
 * What rows of a portal point at, as far as the portal shows such records in lists of their own:
 * the same members, to the same users. It is drawn and not filtered by. Filled while the host
 * starts.
 */
@Injectable()
export class PortalPointedRows extends PointedRows {
  private readonly targets = new Map<string, PortalTarget>();

  register(directory: PortalDirectory, name: string, target: PortalTarget): void {
    this.targets.set(`${directory} ${name}`, target);
  }

  async reach(): Promise<undefined> {
    return undefined;
  }

  async member(ctx: Ctx, name: string, member: string): Promise<MemberThere> {
    const [target, actor] = this.at(ctx, name);
    return target && actor && target.sees(actor, member) ? {} : undefined;
  }

  /** Portals state their type-aheads by themselves. */
  async choices(): Promise<undefined> {
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
