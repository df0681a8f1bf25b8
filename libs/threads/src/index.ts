export { PoolFailure, ThreadPool, type JobTerms, type PoolSettings } from './thread-pool.js';
export { reportProgress, serveJobs } from './serve-jobs.js';
export { threadFile } from './thread-file.js';
