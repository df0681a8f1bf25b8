import type { Field } from '@quittance/fields';
import { membersFor, type Member, type Members } from '@quittance/nouns';

/*
 * What a file of documents with their lines says, whichever kind they are: by this both the
 * download and the import know their columns. Pure.
 */

/** A noun, or its members. */
interface Described {
  readonly members: Members;
}

/** What the files of a kind of document may say. */
export interface DocumentShape {
  /** As refusals name it. */
  readonly name: string;
  readonly head: Described;
  readonly line: Described;
  /** Members of the head that are a percentage or an amount: `discountPercent` is of `discount`. */
  readonly shares: readonly string[];
  /** Columns of the head that the kind itself takes, beside those of every file. */
  readonly own: readonly string[];
  /** Members of a line that its body has and its description does not say, as JSON. */
  readonly lists?: readonly string[];
  /** What a document is made of or belongs to: no file says it. */
  readonly bound?: readonly string[];
  /** Kinds of the company's custom fields, by their names. */
  readonly custom: ReadonlyMap<string, Field>;
}

/** By which a row says of which document it is. */
export const REFERENCE = 'reference';
/** Of a document that was downloaded: of one of this company nothing is written. */
export const ID = 'id';
/** What it came to where it was downloaded: it comes to the same here, or is refused. */
export const TOTAL = 'total';
/** What a line names its product by instead of its id. */
export const SKU = 'sku';
/** What a document names its account by instead of its id: its key in another system. */
export const ACCOUNT_KEY = 'accountKey';

/** What the file of every kind says beside the members of a body. */
export const OWN: readonly string[] = [REFERENCE, ID, TOTAL, ACCOUNT_KEY];

/** The members of a body, by the names that they are sent under. */
export function sentMembers(
  noun: Described,
  { bound = [] }: Pick<DocumentShape, 'bound'> = {},
): ReadonlyMap<string, Member> {
  return new Map(membersFor(noun, 'create').filter(([name]) => !bound.includes(name)));
}

/** A part of a share, by its column: `discountPercent` is the `percent` of `discount`. */
export function sharePart(shares: readonly string[], name: string) {
  for (const member of shares) {
    if (name === `${member}Percent`) return { member, part: 'percent' } as const;
    if (name === `${member}Amount`) return { member, part: 'amount' } as const;
    if (name === `${member}Recurring`) return { member, part: 'recurring' } as const;
  }
  return undefined;
}

/** The company's own fields among those of an object. */
export function customFields<Each>(fields: ReadonlyMap<string, Each>): ReadonlyMap<string, Each> {
  return new Map([...fields].filter(([name]) => name.endsWith('__c')));
}
