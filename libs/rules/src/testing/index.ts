export { TestRules } from './test-rules.js';
