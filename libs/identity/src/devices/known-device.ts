import { STAFF_TABLES } from '../directories/sign-in-tables.js';
import { deviceStore } from './device-store.js';

/** Seconds a device of staff stays known after its last sign-in: 180 days. */
export const DEVICE_SECONDS = 180 * 24 * 3600;

/** The devices of staff. */
export const {
  lock: lockDevice,
  lockOf: lockDeviceOf,
  record: recordDevice,
  add: addDevice,
  open: openDevices,
  purge: purgeDevices,
} = deviceStore(STAFF_TABLES, DEVICE_SECONDS);
