export { bookCommissions } from '../commissions/book-commissions.js';
export { minor } from './money-words.js';
