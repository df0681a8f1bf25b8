export { CreateMaster, type NewMaster } from './create-master.js';
export {
  allCurrencies,
  currencyList,
  type CurrencyView,
  findCurrency,
} from './currency.queries.js';
export { DeleteMaster } from './delete-master.js';
export { MASTER_COLOUR, MASTER_ICON, MASTER_LIMITS, MOST_SORT_ORDER } from './master-item.js';
export {
  findMaster,
  findMasterTypes,
  masterList,
  mastersOf,
  masterTypeOf,
  type MasterTypeView,
} from './master.queries.js';
export { childTypeOf, type Master, MASTER_TYPES } from './master.js';
export {
  masterCodeTaken,
  masterDeleted,
  masterHasChildren,
  masterParentDeleted,
} from './masters.errors.js';
export { MastersModule } from './masters.module.js';
export { mastersMigrations } from './masters.schema.js';
export { RestoreMaster } from './restore-master.js';
export { UpdateCurrency } from './update-currency.js';
export { type MasterPatch, UpdateMaster } from './update-master.js';
