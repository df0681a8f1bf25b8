import { boolean, lookup, text } from '@quittance/fields';
import type { AccountId, Id, ProductId } from '@quittance/kernel';
import type { ListDefinition } from '@quittance/lists';
import {
  describeNoun,
  headOf,
  hidden,
  nounList,
  preset,
  required,
  stamped,
  system,
  versioned,
  type RowOf,
} from '@quittance/nouns';
import type { PortalObject, PortalScope, PortalUserId } from '@quittance/portal';

export type FavouriteListId = Id<'favourite-list'>;

/** More products than a list has. */
export const MOST_FAVOURITES = 500;

/** Products that a user orders again and again. */
export const favouriteListNoun = describeNoun({
  name: 'favourite-list',
  label: 'Favourite list',
  pluralLabel: 'Favourite lists',
  path: '/favourite-lists',
  table: 'storefront.favourite_list',
  alias: 'f',
  defaultSort: 'name',
  members: {
    ...versioned<FavouriteListId>(),
    portalUserId: hidden(lookup<PortalUserId>('User', null)),
    accountId: system(lookup<AccountId>('Account', null)),
    name: required(text('Name', { maxLength: 100, searched: true })),
    shared: preset(
      false,
      boolean('Shared', { help: 'Colleagues of the account see it, and do not change it.' }),
    ),
    ...stamped(),
  },
});

export type FavouriteList = RowOf<typeof favouriteListNoun.members>;
export const favouriteListView = headOf(favouriteListNoun, {});
export type FavouriteListView = ReturnType<typeof favouriteListView>;

/** A product of a list, with how much of it is usually ordered. */
export interface FavouriteItem {
  readonly productId: ProductId;
  readonly quantity: string;
  /** Null where customers are not shown it any more. */
  readonly sku: string | null;
  readonly name: string | null;
}

export const favouriteLists: ListDefinition<FavouriteList, FavouriteListView> = nounList(
  favouriteListNoun,
  favouriteListView,
);

/** Lists of the user, and those that colleagues share with who sees more than their own. */
export const favouriteListsWithin: PortalObject['within'] = (scope: PortalScope, bind) => {
  const own = `f.portal_user_id = ${bind(scope.userId)}::uuid`;
  if (scope.level === 'own') return own;
  return `(${own} or (f.shared and f.account_id = any(${bind(scope.accountIds)}::uuid[])))`;
};
