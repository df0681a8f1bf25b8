import type { CheckedInvariant, OwnerQuery, Violation } from '@quittance/receivables/host';
import { open, type KeyRing, type Sealed } from '@quittance/config';
import { sealedPaymentCredentials } from '@quittance/gateway/host';
import { sealedTaxCredentials } from '@quittance/tax/host';
import { sealedEndpointSecrets } from '@quittance/webhooks/host';

const ALL = [sealedPaymentCredentials, sealedTaxCredentials, sealedEndpointSecrets];

interface Row {
  readonly company_id: string;
  readonly object: string;
  readonly record: string;
  readonly place: string;
  readonly sealed: Sealed;
}

/**
 * Opens every secret that is kept sealed with the present SECRETS_KEY. Answers that are kept a day under
 * an idempotency key are left out: nobody could mend them.
 */
export async function checkSealedSecrets(
  query: OwnerQuery,
  ring: KeyRing,
): Promise<CheckedInvariant> {
  const started = performance.now();
  const rows = (await query(ALL.join(' union all '))) as Row[];
  const violations = rows.flatMap((row): Violation[] => {
    const wrong = whyClosed(ring, row);
    if (wrong === undefined) return [];
    const { company_id: companyId, object, record } = row;
    return [{ invariant: 'F5', companyId, object, record, wrong }];
  });
  return {
    id: 'F5',
    holds: 'Secrets that are kept sealed open with SECRETS_KEY',
    count: violations.length,
    violations,
    milliseconds: Math.round(performance.now() - started),
  };
}

function whyClosed(ring: KeyRing, { sealed, place }: Row): string | undefined {
  try {
    open(ring, sealed, place);
    return undefined;
  } catch {
    const key = ring.keys.has(sealed.keyId) ? `is not the key ${sealed.keyId}` : 'lacks the key';
    return (
      `the present SECRETS_KEY ${key} it was sealed with (${sealed.keyId}): put that one back, in the ` +
      'environment or in DATA_DIR/secrets.json, or enter the credentials anew'
    );
  }
}
