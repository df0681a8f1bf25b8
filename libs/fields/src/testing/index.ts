export { aField } from './a-field.js';
