export type { Quarantined } from './note.js';
export { workQuarantined } from './watchdog.errors.js';
export {
  atWork,
  quarantineSeconds,
  setAside,
  standstills,
  tellOnce,
  worksAlone,
} from './watchdog.js';
export { REQUEST } from './worked-on.js';
