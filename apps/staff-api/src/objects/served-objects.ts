import { taxCodeUnknown } from '@quittance/tax/host';
import { invoiceObject } from '@quittance/receivables/host';
import {
  CATALOG_OBJECTS,
  defaultPriceBookTaken,
  priceBookCurrencyFixed,
  priceBookNameTaken,
  skuTaken,
} from '@quittance/catalog/host';
import { currencyNotEnabled } from '@quittance/company';
import {
  CRM_OBJECTS,
  accountExternalKeyTaken,
  accountHasMoney,
  accountParentCycle,
  articleStatusConflict,
  caseStatusConflict,
  dealStageCloses,
  dealStageMismatch,
  dealStatusConflict,
  leadStatusConflict,
  ledgerAccountObject,
  pipelineDefaultInactive,
  pipelineInUse,
  pipelineInactive,
  pipelineStageInUse,
  workStatusConflict,
} from '@quittance/crm/host';
import {
  contractAwaitsOrder,
  contractInUse,
  contractLocked,
  noticeTooLate,
  meterCodeTaken,
  meterUsed,
  planHasVersions,
  planVersionUsed,
  SUBSCRIPTION_OBJECTS,
} from '@quittance/sales/host';
import type { ProblemDefinition } from '@quittance/kernel';
import { orderObject, quoteObject } from '@quittance/sales/host';
import { defineCustomObject } from '@quittance/metadata/host';
import { CUSTOM_RECORDS } from '@quittance/objects';
import { standardList } from '@quittance/objects/host';
import type { ObjectId, RecordObject } from '@quittance/metadata';
import { customRoutes, routesOf, type RecordRoutes } from './record-routes.js';

/** What the rules of an object refuse beside what is checked for all of them. */
const PROBLEMS: Readonly<Record<string, readonly ProblemDefinition[]>> = {
  account: [accountExternalKeyTaken, accountHasMoney, accountParentCycle],
  activity: [workStatusConflict],
  campaign: [currencyNotEnabled],
  case: [caseStatusConflict],
  contract: [contractAwaitsOrder, contractInUse, contractLocked, currencyNotEnabled, noticeTooLate],
  deal: [
    currencyNotEnabled,
    dealStageCloses,
    dealStageMismatch,
    dealStatusConflict,
    pipelineInactive,
  ],
  knowledge: [articleStatusConflict],
  lead: [leadStatusConflict],
  meter: [meterCodeTaken, meterUsed],
  pipeline: [pipelineDefaultInactive, pipelineInUse, pipelineStageInUse],
  plan: [planHasVersions, planVersionUsed],
  'price-book': [
    currencyNotEnabled,
    defaultPriceBookTaken,
    priceBookCurrencyFixed,
    priceBookNameTaken,
  ],
  product: [skuTaken, taxCodeUnknown],
  task: [workStatusConflict],
};

/** What lists are documented by: the fields that every company has. */
function listOf(object: RecordObject): RecordRoutes['list'] {
  const { fields, defaultSort, columns, named } = standardList(object);
  return { fields, defaultSort, ...(columns && { columns }), ...(named && { named }) };
}

/** Stands for every custom object in the document. */
const ANY_CUSTOM = defineCustomObject(
  {
    id: '00000000-0000-7000-8000-000000000000' as ObjectId,
    name: 'custom__c',
    table: CUSTOM_RECORDS,
    label: 'Record of a custom object',
    pluralLabel: 'Records of a custom object',
  },
  [],
);

/** A built-in object is served once it is listed here. */
export const BUILT_IN_OBJECTS: readonly RecordObject[] = [
  ...CRM_OBJECTS,
  ...CATALOG_OBJECTS,
  ...SUBSCRIPTION_OBJECTS,
];

/** Where the records of every object are served. */
export const SERVED: readonly RecordRoutes[] = [
  ...BUILT_IN_OBJECTS.map((object) => routesOf(object, listOf(object), PROBLEMS[object.name])),
  customRoutes(ANY_CUSTOM, listOf(ANY_CUSTOM)),
];

/** What is written by operations of its own, and shown and attached to as any other record. */
export const SHOWN: readonly RecordRoutes[] = [
  invoiceObject,
  ledgerAccountObject,
  orderObject,
  quoteObject,
].map((object) => routesOf(object, listOf(object)));
