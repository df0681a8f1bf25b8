export { type FakeTaxjar, startFakeTaxjar } from './fake-taxjar.js';
