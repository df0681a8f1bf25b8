import { Injectable } from '@nestjs/common';
import type { ListField } from '@quittance/lists';
import type { Tx } from '@quittance/database';
import { CompanyModels } from '@quittance/metadata';
import { pointed } from '@quittance/objects';

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
  /** Fields of what its records point at, by the names that filters give them. */
  reach?(name: string): ListField | undefined;
}

/** Knows some of the lists there are, as the company has them. */
export interface ListSource {
  /** API name → the name of another list that shows the records of that object. */
  readonly alsoShown?: Readonly<Record<string, string>>;
  find(tx: Tx, object: string): Promise<ListShape | undefined> | ListShape | undefined;
}

/** Every list of the product. Hosts register those of their own routes. */
@Injectable()
export class ListCatalogue {
  private readonly sources: ListSource[] = [];
  private readonly special: ListSource[] = [];

  constructor(private readonly models: CompanyModels) {}

  register(source: ListSource): void {
    this.sources.push(source);
  }

  /** A list of records that is not the engine's, or that is theirs under another name. */
  registerSpecial(source: ListSource): void {
    this.special.push(source);
  }

  /** Whatever name views have that show the records of an object. */
  namesOf(object: string): readonly string[] {
    return [object, ...this.special.flatMap(({ alsoShown }) => alsoShown?.[object] ?? [])];
  }

  /** The first source that knows the list answers, special ones before others. */
  async find(tx: Tx, object: string): Promise<ListShape | undefined> {
    for (const source of [...this.special, ...this.sources]) {
      const found = await source.find(tx, object);
      if (found) return this.reaching(tx, found);
    }
    return undefined;
  }

  /** A list with what it reaches through one lookup, as it is served. */
  private async reaching(tx: Tx, list: ListShape): Promise<ListShape> {
    if (list.reach) return list;
    return { ...list, reach: pointed.fields(tx.ctx, await this.models.of(tx), list.fields) };
  }
}
