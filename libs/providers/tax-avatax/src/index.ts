export { AvataxEngine } from './avatax-engine.js';
export { startFakeAvatax, type FakeAvatax } from './testing/fake-avatax.js';
