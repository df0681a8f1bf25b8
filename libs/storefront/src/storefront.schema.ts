import type { Migration } from '@quittance/database';
import { Cart1764000820010 } from './migrations/1764000820010-cart.js';
import { FavouriteList1764000820020 } from './migrations/1764000820020-favourite-list.js';
import { CartFreeAddress1764001010007 } from './migrations/1764001010007-cart-free-address.js';
import { CartAddress1764000890010 } from './migrations/1764000890010-cart-address.js';
import { CartApproval1764001400206 } from './migrations/1764001400206-cart-approval.js';

export const storefrontMigrations: readonly Migration[] = [
  Cart1764000820010,
  FavouriteList1764000820020,
  CartAddress1764000890010,
  CartFreeAddress1764001010007,
  CartApproval1764001400206,
];
