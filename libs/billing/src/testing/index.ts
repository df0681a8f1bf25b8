export { aScheduleLine, day } from './a-schedule.js';
export { aBilledAccount, storeSchedules } from './a-stored-schedule.js';
