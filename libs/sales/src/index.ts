export type { OrderId } from './orders/order.description.js';
