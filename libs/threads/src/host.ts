export type { JobTerms } from './thread-pool.js';
