import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import { holdUsers } from '@quittance/identity';
import type { RecordObject } from './object.js';

/** A table that fields may point at although its rows are no records of the engine. */
export interface ReferenceTarget {
  /** What `lookup` names: `user`. */
  readonly name: string;
  readonly label: string;
  /** With its schema, or the view of it that another lib publishes; its key is company and `id`. */
  readonly table: string;
  /** Names a row to a person. */
  readonly titleColumn: string;
  /** SQL over the alias `t`: which rows may be pointed at; all of them when absent. */
  readonly usable?: string;
  /**
   * Holds rows of another lib against their deletion and answers those that there are; without it
   * the engine locks them itself.
   */
  readonly hold?: (tx: Tx, ids: readonly string[]) => Promise<ReadonlySet<string>>;
}

const USERS: ReferenceTarget = {
  name: 'user',
  label: 'User',
  table: 'identity.pub_user',
  titleColumn: 'name',
  hold: holdUsers,
};

/** The built-in objects of this process; libs register theirs while the application starts. */
@Injectable()
export class ObjectCatalogue {
  private readonly objects = new Map<string, RecordObject>();
  private readonly others = new Map<string, ReferenceTarget>([[USERS.name, USERS]]);

  /** @throws Error when a name is taken: a programming error. */
  register(...objects: readonly RecordObject[]): void {
    for (const object of objects) {
      this.refuseTaken(object.name);
      this.objects.set(object.name, object);
    }
  }

  registerTarget(target: ReferenceTarget): void {
    this.refuseTaken(target.name);
    this.others.set(target.name, target);
  }

  /** In the order of their registration. */
  all(): readonly RecordObject[] {
    return [...this.objects.values()];
  }

  /** Undefined when there is none: names come from outside. */
  find(name: string): RecordObject | undefined {
    return this.objects.get(name);
  }

  targets(): ReadonlyMap<string, ReferenceTarget> {
    return this.others;
  }

  private refuseTaken(name: string): void {
    if (this.objects.has(name) || this.others.has(name)) {
      throw new Error(`The object ${name} is registered twice`);
    }
  }
}
