export {
  findMasterCodes,
  findMasters,
  type MasterOption,
  masterOptions,
} from './master.queries.js';
export { isMasterType, MASTER_CODE, type MasterKey, type MasterType } from './master.js';
