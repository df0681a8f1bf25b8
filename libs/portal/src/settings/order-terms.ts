import { whoPlaced } from './who-placed.js';
import { accountManagerOf, isOfCredit, toldByCredit } from '../approvals/told-by-credit.js';
import { requireDeliveryAddress } from '../addresses/delivery-address.js';
import { poNumberRequired } from '../portal.errors.js';
import { readOrderRules } from './order-rules.js';

/**
 * What an order of a customer has to keep to: what the company asks of it, where it may go, and
 * what is said, and by whom more can be, where credit refuses it; and who has placed it.
 */
export const orderTerms = {
  rules: readOrderRules,
  deliveryAddress: requireDeliveryAddress,
  poNumberRequired,
  isOfCredit,
  toldByCredit,
  accountManagerOf,
  placedBy: whoPlaced,
} as const;
