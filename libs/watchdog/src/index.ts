export type { Quarantined } from './note.js';
export { workQuarantined } from './watchdog.errors.js';
export {
  atWork,
  dataDirectory,
  quarantineSeconds,
  setAside,
  standstills,
  reportOnce,
  worksAlone,
} from './watchdog.js';
export { REQUEST } from './worked-on.js';
