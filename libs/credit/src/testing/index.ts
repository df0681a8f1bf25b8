export { refuseViolated } from './violated-in.js';
