import type { CheckedInvariant, OwnerQuery, Violation } from '@quittance/database/host';
import { open, type KeyRing, type Sealed } from '@quittance/config';
import { sealedPaymentCredentials } from '@quittance/gateway/host';
import { sealedPushSecrets } from '@quittance/portal/host';
import { sealedTaxCredentials } from '@quittance/tax/host';
import { sealedEndpointSecrets } from '@quittance/webhooks/host';

const ALL = [
  sealedPaymentCredentials,
  sealedTaxCredentials,
  sealedEndpointSecrets,
  sealedPushSecrets,
];

interface Row {
  readonly company_id: string;
  readonly object: string;
  readonly record: string;
  readonly place: string;
  readonly sealed: Sealed;
}

/**
 * Opens every secret that is kept sealed with the present SECRETS_KEY. Answers that are kept a day
 * under an idempotency key are left out: nobody could mend them.
 */
export async function checkSealedSecrets(
  query: OwnerQuery,
  ring: KeyRing | null,
): Promise<CheckedInvariant> {
  const started = performance.now();
  const rows = (await query(ALL.join(' union all '))) as Row[];
  const violations = ring ? closed(ring, rows) : missing(rows);
  return {
    id: 'F5',
    holds: 'Secrets that are kept sealed open with SECRETS_KEY',
    count: violations.length,
    violations,
    milliseconds: Math.round(performance.now() - started),
  };
}

/** A fault each of a connector or an endpoint, however many secrets it has. */
function closed(ring: KeyRing, rows: readonly Row[]): Violation[] {
  const faults = rows.flatMap((row): [string, Violation][] => {
    const wrong = whyClosed(ring, row);
    if (wrong === undefined) return [];
    const { company_id: companyId, object, record } = row;
    const fault = { invariant: 'F5', companyId, object, record, wrong };
    return [[JSON.stringify(fault), fault]];
  });
  return [...new Map(faults).values()];
}

/** Without any key there is one fault, if anything is sealed at all. */
function missing(rows: readonly Row[]): Violation[] {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ sealed }) => sealed.keyId))].sort().join(', ');
  const wrong =
    `is missing, and with it SECRETS_KEY (${ids}), which the credentials of connectors and the ` +
    'secrets of webhooks are sealed with: put the file back from the backup of DATA_DIR, or ' +
    'set SECRETS_KEY';
  return [
    { invariant: 'F5', companyId: null, object: 'file', record: 'DATA_DIR/secrets.json', wrong },
  ];
}

function whyClosed(ring: KeyRing, { sealed, place }: Row): string | undefined {
  try {
    open(ring, sealed, place);
    return undefined;
  } catch {
    const key = ring.keys.has(sealed.keyId)
      ? `has another key by the name ${sealed.keyId} than the one`
      : `lacks the key ${sealed.keyId}`;
    return (
      `the present SECRETS_KEY ${key} it was sealed with: put that one back, in the ` +
      'environment or in DATA_DIR/secrets.json, or enter the credentials anew'
    );
  }
}
