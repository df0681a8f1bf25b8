import type { EInvoiceFault } from './e-invoice.js';

/** A rule, whether it is kept, and what to say when it is not. */
export type Requirement = readonly [
  rule: string,
  kept: unknown,
  message: string,
  pointer?: string | undefined,
];

/** A fault for each requirement that is not met. */
export function unmet(requirements: readonly Requirement[]): EInvoiceFault[] {
  return requirements.flatMap(([rule, kept, message, pointer]) =>
    kept ? [] : [{ rule, message, ...(pointer && { pointer }) }],
  );
}
