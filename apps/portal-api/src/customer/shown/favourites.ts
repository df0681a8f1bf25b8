import { portalObject, type Says } from '@quittance/portal';
import {
  favouriteListNoun,
  favouriteLists,
  favouriteListsWithin,
  type FavouriteListView,
} from '@quittance/storefront/host';

/** Of each member of a list of favourites who sees it. */
export const FAVOURITES: Says<FavouriteListView> = {
  id: 'plain',
  version: 'plain',
  accountId: 'plain',
  name: 'plain',
  shared: 'plain',
  createdAt: 'plain',
  updatedAt: 'plain',
};

export const portalFavourites = portalObject(favouriteListNoun, {
  name: 'favourite list',
  list: favouriteLists,
  within: favouriteListsWithin,
  says: FAVOURITES,
});
