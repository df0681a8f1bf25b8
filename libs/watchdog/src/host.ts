export { DAILY_JOB, type Standstill, type Work } from './note.js';
export { learn, startWatchdog } from './watchdog.js';
