export { crmModels, type CrmRecords, crmRecords } from './crm-records.js';
