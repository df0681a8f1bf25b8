import { Injectable } from '@nestjs/common';
import { holdUsers } from '@quittance/identity';
import type { RecordObject } from './object.js';
import type { ReferenceTarget } from './reference-target.js';

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
  private readonly shownOnly = new Map<string, ReferenceTarget>();
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

  /** What nobody points fields at, and rows of lists name by its id all the same. */
  registerShown(target: ReferenceTarget): void {
    this.shownOnly.set(target.name, target);
  }

  /** In the order of their registration. */
  all(): readonly RecordObject[] {
    return [...this.objects.values()];
  }

  /** Undefined when there is none: names come from outside. */
  find(name: string): RecordObject | undefined {
    return this.objects.get(name);
  }

  shown(): ReadonlyMap<string, ReferenceTarget> {
    return this.shownOnly;
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
