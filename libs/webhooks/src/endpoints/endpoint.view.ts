import { headOf } from '@quittance/nouns';
import { endpointNoun, type Endpoint } from './endpoint.description.js';

/** An endpoint as the API shows it: never its secret. */
export const endpointView = headOf(endpointNoun, {
  secretLast4: ({ secret }: Endpoint) => secret.last4,
  previousSecretUntil: ({ previousSecret, previousSecretUntil }: Endpoint) =>
    previousSecret ? previousSecretUntil : null,
});
export type EndpointView = ReturnType<typeof endpointView>;

/** An endpoint with its secret: shown when it is made and when it is rotated, and never again. */
export type EndpointWithSecret = EndpointView & { readonly secret: string };

/** What the audit log says of an endpoint. */
export function auditedEndpoint(endpoint: Endpoint): Record<string, unknown> {
  const { url, description, types, active, disabledReason, secret } = endpoint;
  return { url, description, types, active, disabledReason, secretLast4: secret.last4 };
}
