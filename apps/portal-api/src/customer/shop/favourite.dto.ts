import {
  DecimalField,
  DraftBody,
  IdField,
  PatchBody,
  SeenBody,
  TextField,
} from '@quittance/http/host';
import type { AccountId, ProductId } from '@quittance/kernel';
import type { Sayings } from '@quittance/portal';
import { favouriteListNoun } from '@quittance/storefront/host';
import { FAVOURITES } from '../shown/favourites.js';

const QUANTITY = { scale: 6, above: '0' } as const;
const nullable = { nullable: true } as const;

export class CreateFavouriteListDto extends DraftBody(favouriteListNoun) {
  @IdField({ optional: true, description: 'One in reach; the own unless given.' })
  accountId?: AccountId;
}

export class ChangeFavouriteListDto extends PatchBody(favouriteListNoun) {}

/** A list of products that somebody orders again and again. */
export class FavouriteListDto extends SeenBody(favouriteListNoun, FAVOURITES as Sayings) {}

export class FavouriteItemDto {
  @IdField() productId: ProductId;
  @DecimalField({ scale: 6 }) quantity: string;
  @TextField({ max: 100, ...nullable, description: 'Null where it is not sold any more.' })
  sku: string | null;
  @TextField({ max: 200, ...nullable }) name: string | null;
}

export class SetFavouriteDto {
  @IdField() productId: ProductId;
  @DecimalField(QUANTITY) quantity: string;
}

export class ChangeFavouriteDto {
  @DecimalField(QUANTITY) quantity: string;
}
