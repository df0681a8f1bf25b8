export { orderExposure } from '../orders/credit/order-exposure.js';
