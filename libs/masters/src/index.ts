export {
  allCurrencies,
  currencyList,
  findCurrency,
  type CurrencyView,
} from './currency.queries.js';
export { CreateMaster, type NewMaster } from './create-master.js';
export { DeleteMaster } from './delete-master.js';
export { MASTER_COLOUR, MASTER_ICON, MASTER_LIMITS, MOST_SORT_ORDER } from './master-item.js';
export {
  MASTER_CODE,
  MASTER_LABELS,
  MASTER_TYPES,
  childTypeOf,
  isMasterType,
  parentTypeOf,
  type Master,
  type MasterFields,
  type MasterId,
  type MasterKey,
  type MasterType,
} from './master.js';
export {
  masterCodeTaken,
  masterDeleted,
  masterHasChildren,
  masterParentDeleted,
} from './masters.errors.js';
export { MastersModule } from './masters.module.js';
export {
  findMaster,
  findMasterCodes,
  findMasterTypes,
  findMasters,
  masterList,
  masterOptions,
  masterTypeOf,
  mastersOf,
  type MasterOption,
  type MasterTypeView,
} from './master.queries.js';
export { RestoreMaster } from './restore-master.js';
export { UpdateCurrency } from './update-currency.js';
export { UpdateMaster, type MasterPatch } from './update-master.js';
export { mastersMigrations } from './masters.schema.js';
