export { reportProgress, serveJobs } from './serve-jobs.js';
export { threadFile } from './thread-file.js';
export { PoolFailure, ThreadPool } from './thread-pool.js';
