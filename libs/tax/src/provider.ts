export { regionCode } from './addresses/regions.js';
export { askProvider } from './engines/ask-provider.js';
export {
  decimalOf,
  exactJson,
  type ExactJson,
  jsonAmount,
  JsonNumber,
  roundedMinor,
  jsonObject,
  jsonObjects,
  percentOf,
  jsonSentence,
} from './engines/exact-json.js';
export {
  type EngineAccount,
  type EngineAddress,
  type EngineAnswer,
  type EngineDocument,
  type EngineLine,
  type EngineLineTax,
  type EngineRequest,
  type EngineTax,
  type RecordedInvoice,
  type RecordedName,
  type TaxEngine,
  TaxEngineFailure,
} from './engines/tax-engine.port.js';
