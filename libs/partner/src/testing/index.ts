export { minor } from './money-words.js';
