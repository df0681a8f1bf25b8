export { note, part, TestShop } from './test-objects.js';
