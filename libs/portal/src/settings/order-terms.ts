import { requireDeliveryAddress } from '../addresses/delivery-address.js';
import { poNumberRequired } from '../portal.errors.js';
import { readOrderRules } from './order-rules.js';

/** What an order of a customer has to keep to: what the company asks of it, and where it may go. */
export const orderTerms = {
  rules: readOrderRules,
  deliveryAddress: requireDeliveryAddress,
  poNumberRequired,
} as const;
