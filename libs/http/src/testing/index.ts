export { signInAt } from './sign-in-at.js';
