import { Injectable } from '@nestjs/common';
import type { Tx } from '@quittance/database';
import type { Ctx, FieldError } from '@quittance/kernel';
import type { SetupItem } from './setup-item.js';
import { ReferenceNames, type SetupReference } from './setup-references.js';

export interface SetupChange {
  /** Null when the company has none of this key. */
  readonly before: SetupItem | null;
  readonly after: SetupItem;
}

/** An item as one company can have it. */
export interface AdaptedItem {
  readonly item: SetupItem;
  /** Whole sentences about what is not as the document has it. */
  readonly notes: readonly string[];
}

/**
 * A part of the set-up document: an array of items under its name. What the document leaves out
 * stays as it is; an import only makes and changes.
 */
export interface SetupPart {
  /** The member of the document, in camel case: `fields`, `listViews`. */
  readonly name: string;
  /**
   * The row of the role matrix that it takes beside the grant: `view` to be exported, `toMake` and
   * `update` to be brought in. Without it the grant is enough.
   */
  readonly rights?: { readonly resource: string; readonly toMake: 'create' | 'update' };
  /** Parts whose items must be there first. */
  readonly after: readonly string[];
  /** Members of its items that stay behind, each with a whole sentence that says why. */
  readonly leavesOut?: Readonly<Record<string, string>>;
  /** What the company has, in an order that depends on its keys alone. */
  read(tx: Tx): Promise<readonly SetupItem[]>;
  /** What names an item among those of its part: `project__c`, `lead.region__c`. Never throws. */
  keyOf(item: SetupItem): string;
  /**
   * An item of another company as this one can have it, where it names what no set-up carries:
   * users, webhooks. What it answers is compared, checked and applied. Never throws, whatever it is
   * given.
   */
  adapt?(tx: Tx, item: SetupItem): Promise<AdaptedItem>;
  /**
   * What is wrong with items, as far as the database need not be asked: done before the transaction
   * is opened, for checks that take their time. Whatever it finds is not looked at any further.
   */
  examine?(
    ctx: Ctx,
    items: readonly SetupItem[],
  ): Promise<ReadonlyMap<SetupItem, readonly FieldError[]>>;
  /**
   * Why the change cannot be made: pointers into the item. Earlier parts are applied already. What
   * is found here is reported as a conflict, with everything else that is.
   */
  check(tx: Tx, change: SetupChange): Promise<readonly FieldError[]> | readonly FieldError[];
  /** The same of any number, in their order, where a part can ask about all of them at once. */
  checkAll?(tx: Tx, changes: readonly SetupChange[]): Promise<readonly (readonly FieldError[])[]>;
  /**
   * Makes the changes, all of which passed `check`, so that `read` answers them; writes the audit
   * log and revisions as a change by hand does. @throws ItemsRefused where it can say which of them
   * it refuses, DomainError where it cannot.
   */
  apply(tx: Tx, changes: readonly SetupChange[]): Promise<void>;
  /** What of the company's own items names what is gone, by their keys. */
  dangling?(tx: Tx): Promise<ReadonlyMap<string, readonly FieldError[]>>;
}

/** What makes up a company's set-up. Each lib registers its parts when it starts. */
@Injectable()
export class SetupParts {
  private readonly parts = new Map<string, SetupPart>();
  private readonly references: SetupReference[] = [];

  register(...parts: readonly SetupPart[]): void {
    for (const part of parts) {
      if (this.parts.has(part.name)) throw new Error(`The set-up has ${part.name} twice`);
      this.parts.set(part.name, part);
    }
  }

  /** Records that the texts of a set-up name. */
  registerReferences(...references: readonly SetupReference[]): void {
    this.references.push(...references);
  }

  /** What they are called in the company of a transaction. */
  namesIn(tx: Tx): ReferenceNames {
    return new ReferenceNames(tx, this.references);
  }

  /**
   * Each part behind those it needs, otherwise by name. @throws Error when they need one another
   */
  inOrder(): readonly SetupPart[] {
    const ordered: SetupPart[] = [];
    let waiting = [...this.parts.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
    while (waiting.length > 0) {
      const left = new Set(waiting.map(({ name }) => name));
      const ready = waiting.filter(({ after }) => !after.some((name) => left.has(name)));
      if (ready.length === 0) throw new Error(`Parts wait for one another: ${[...left].join()}`);
      ordered.push(...ready);
      waiting = waiting.filter((part) => !ready.includes(part));
    }
    return ordered;
  }
}
