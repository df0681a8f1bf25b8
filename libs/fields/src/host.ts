export { autoNumber, formula, multiSelect, url } from './describe.js';
