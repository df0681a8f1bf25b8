export { sandboxProviders, sandboxTill, type SandboxEnvironment } from './sandbox-environment.js';
export { SandboxDeliverer, type DelivererOptions } from './sandbox-deliverer.js';
export {
  SANDBOX_EVENTS,
  readSandboxWebhook,
  sandboxNews,
  type SandboxEventType,
} from './sandbox-event.js';
export {
  sandboxMissingPage,
  sandboxPage,
  sandboxPagePolicy,
  sandboxRefusedPage,
  sandboxReturnUrl,
} from './sandbox-page.js';
export { SandboxProvider, type SandboxOptions } from './sandbox-provider.js';
export { EVENT_ID_HEADER, SIGNATURE_HEADER, signSandboxBody } from './sandbox-signature.js';
export { SandboxTill, TILL_ACTIONS, type TillAction, type TillView } from './sandbox-till.js';
