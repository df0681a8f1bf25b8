export { DAILY_JOB, type Note, type Quarantined, type Standstill, type Work } from './note.js';
export {
  atWork,
  learn,
  quarantineSeconds,
  setAside,
  standstills,
  tellOnce,
  startWatchdog,
  worksAlone,
  type WatchdogSettings,
} from './watchdog.js';
export { workQuarantined } from './watchdog.errors.js';
export { REQUEST } from './worked-on.js';
