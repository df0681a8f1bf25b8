export { TaxjarEngine } from './taxjar-engine.js';
