export { SandboxDeliverer } from './sandbox-deliverer.js';
export { sandboxProviders, sandboxTill } from './sandbox-environment.js';
export {
  sandboxMissingPage,
  sandboxPage,
  sandboxPagePolicy,
  sandboxRefusedPage,
  sandboxReturnUrl,
} from './sandbox-page.js';
export { SandboxProvider } from './sandbox-provider.js';
export { signSandboxBody } from './sandbox-signature.js';
export { SandboxTill, TILL_ACTIONS, type TillAction } from './sandbox-till.js';
