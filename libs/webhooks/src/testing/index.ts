export { claimUpTo } from './claim.js';
