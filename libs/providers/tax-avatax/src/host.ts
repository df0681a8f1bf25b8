export { AvataxEngine } from './avatax-engine.js';
