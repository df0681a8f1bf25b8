export { type FakeAvatax, startFakeAvatax } from './fake-avatax.js';
