export { DECISION_CASES } from './decision-cases.js';
export { type Engines, enginesOf } from './engines-of.js';
export {
  type FakeAnswer,
  type FakeFault,
  type FakeRequest,
  type FakeServer,
  startFakeServer,
} from './fake-server.js';
export { setUpRecord } from '../set-up/set-up-record.js';
export { price as priceCase, registration, type Case } from './tax-cases.js';
