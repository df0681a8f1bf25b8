export { END_WITH_CONTRACT } from '../migrations/subscriptions/1764002420201-ended-with-contract.js';
export { NOTE_LATER_DISCOUNTS } from '../migrations/subscriptions/1764002420101-later-discounts.js';
export { orderExposure } from '../orders/credit/order-exposure.js';
export { settlementOf } from '../subscriptions/changes/period-settlement.js';
