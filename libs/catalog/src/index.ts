export { findProducts } from './products/product.queries.js';
