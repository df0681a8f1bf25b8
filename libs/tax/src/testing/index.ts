export { type Engines, enginesOf } from './engines-of.js';
export {
  type FakeAnswer,
  type FakeFault,
  type FakeRequest,
  type FakeServer,
  startFakeServer,
} from './fake-server.js';
export { setUpRecord } from '../set-up/set-up-record.js';
