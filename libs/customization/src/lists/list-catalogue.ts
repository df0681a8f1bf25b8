import { Injectable } from '@nestjs/common';
import type { ListField, Tx } from '@quittance/database';

/** A list that views can be stored for. */
export interface ListShape {
  /** What `object=` names it: the API name of an object, or the path of a list of none. */
  readonly object: string;
  /** Where it is served, without the first slash: `leads`, `objects/project__c`, `audit-log`. */
  readonly path: string;
  /** The row of the role matrix whose `view` right it takes; null when every user may see it. */
  readonly resource: string | null;
  readonly fields: Readonly<Record<string, ListField>>;
  readonly columns: readonly string[];
}

/** Knows some of the lists there are, as the company has them. */
export interface ListSource {
  find(tx: Tx, object: string): Promise<ListShape | undefined> | ListShape | undefined;
}

/** Every list of the product. Hosts register those of their own routes. */
@Injectable()
export class ListCatalogue {
  private readonly sources: ListSource[] = [];

  register(source: ListSource): void {
    this.sources.push(source);
  }

  /** The first source that knows the list answers. */
  async find(tx: Tx, object: string): Promise<ListShape | undefined> {
    for (const source of this.sources) {
      const found = await source.find(tx, object);
      if (found) return found;
    }
    return undefined;
  }
}
