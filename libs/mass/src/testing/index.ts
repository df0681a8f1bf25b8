export { aZip } from './a-zip.js';
