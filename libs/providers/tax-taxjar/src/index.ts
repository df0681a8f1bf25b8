export { TaxjarEngine } from './taxjar-engine.js';
export { startFakeTaxjar, type FakeTaxjar } from './testing/fake-taxjar.js';
