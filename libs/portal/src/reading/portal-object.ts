import type { Tx } from '@quittance/database';
import type { Bind, ListDefinition } from '@quittance/lists';
import type { DescribedNoun } from '@quittance/nouns';
import type { PortalScope } from '../scope/portal-scope.js';
import { refuseOpenPrices, type Says, type Sayings } from './shown-members.js';

/**
 * SQL of what of a list somebody reaches, by the alias of the list. What nobody of a portal is
 * ever shown, as drafts, is beyond it. The company is `$1`.
 */
export type PortalReach = (scope: PortalScope, bind: Bind) => string;

/**
 * What of records depends on who looks at them, for all of a page at once. They come with what is
 * shown of them; who may see what is added is the completer's to keep to.
 */
type Completes<Item> = (
  tx: Tx,
  scope: PortalScope,
  items: readonly Partial<Item>[],
) => Promise<readonly Partial<Item>[]>;

/** A noun as a portal shows it. */
export interface PortalObject<Row = unknown, Item extends object = object> {
  /** What is not there is called so: `credit note`. */
  readonly name: string;
  readonly list: ListDefinition<Row, Item>;
  readonly within: PortalReach;
  /** Of each member of a row of the list who sees it. */
  readonly says: Says<Item>;
  /** Names of the members that `search` looks into. */
  readonly searched: readonly string[];
  readonly completes?: Completes<Item>;
  /** The object whose custom fields its records have, by its API name. */
  readonly custom?: string;
}

interface Told<Row, Item extends object> {
  readonly name: string;
  readonly list: ListDefinition<Row, Item>;
  readonly within: PortalReach;
  readonly says: Says<Item>;
  readonly completes?: Completes<Item>;
  /** As a company may open its own fields of it. */
  readonly custom?: string;
}

/**
 * Shows a noun in a portal.
 * @throws Error where a member that holds money does not say that it is a price: a programming
 *   error, found at start-up
 */
export function portalObject<Row, Item extends object>(
  noun: Pick<DescribedNoun, 'members'>,
  told: Told<Row, Item>,
): PortalObject<Row, Item> {
  const says = told.says as Sayings;
  refuseOpenPrices(told.name, says);
  for (const [name, { field }] of Object.entries(noun.members)) {
    const isMoney = field.type === 'currency' || told.list.fields[name]?.type === 'money';
    if (isMoney && !['price', 'nobody', undefined].includes(says[name] as string | undefined)) {
      throw new Error(`${told.name}.${name} holds money and does not say that it is a price`);
    }
  }
  const searched = Object.entries(noun.members).flatMap(([name, { field, searchedUnsaid }]) =>
    (field.searched ?? searchedUnsaid) ? [name] : [],
  );
  return { ...told, searched };
}
