import schemes from './electronic-address-schemes.json';

/** Where somebody receives electronic invoices: an address of a scheme of the CEF list (EAS). */
export interface ElectronicAddress {
  /** `9930` a German VAT identifier, `0204` a Leitweg-ID, `0088` a GLN, `EM` an e-mail address. */
  readonly scheme: string;
  readonly id: string;
}

const NETWORK: ReadonlySet<string> = new Set(schemes.peppol);
const KNOWN: ReadonlySet<string> = new Set([...schemes.peppol, ...schemes.others]);

/** Whether the Peppol network takes addresses of the scheme (PEPPOL-EN16931-CL008). */
export function isNetworkScheme(scheme: string): boolean {
  return NETWORK.has(scheme);
}

/** What the identifiers of a scheme look like, where somebody checks that (PEPPOL-COMMON-R04x). */
const LOOKS: Readonly<Record<string, (id: string) => boolean>> = {
  '0007': (id) => /^\d{10}$/.test(id) && luhn(id),
  '0088': (id) => /^\d{8,14}$/.test(id) && weighted(id, [3, 1], 10),
  '0184': (id) => /^(?:DK)?\d{8}$/.test(id),
  '0192': (id) => /^\d{9}$/.test(id) && weighted(id, [2, 3, 4, 5, 6, 7], 11),
  '0208': (id) => /^\d{10}$/.test(id) && Number(id.slice(8)) === 97 - (Number(id.slice(0, 8)) % 97),
  EM: (id) => /^[^@\s]+@(?:[^@.\s]+\.)+[^@.\s]+$/.test(id),
};

/** The last digit makes the sum of the others, weighted from the right, a multiple. */
function weighted(id: string, weights: readonly number[], modulus: number): boolean {
  const digits = Array.from(id, Number).reverse();
  const [check = 0, ...rest] = digits;
  const sum = rest.reduce((all, digit, i) => all + digit * (weights[i % weights.length] ?? 0), 0);
  return (modulus - (sum % modulus)) % modulus === check;
}

function luhn(id: string): boolean {
  const doubled = Array.from(id, Number).reverse();
  const sum = doubled.reduce((all, digit, i) => {
    const each = i % 2 === 1 ? digit * 2 : digit;
    return all + (each > 9 ? each - 9 : each);
  }, 0);
  return sum % 10 === 0;
}

/** Whether an identifier is one of its scheme, as far as the scheme tells. */
export function isOfScheme({ scheme, id }: ElectronicAddress): boolean {
  return LOOKS[scheme]?.(id) ?? id.trim() !== '';
}

/** What is wrong with an electronic address: the member at fault and a sentence for a person. */
export function electronicAddressFault(
  address: ElectronicAddress,
): { readonly member: 'scheme' | 'id'; readonly message: string } | null {
  if (!KNOWN.has(address.scheme)) {
    const message = 'must be a scheme of the list of electronic addresses (EAS), such as 9930';
    return { member: 'scheme', message };
  }
  if (isOfScheme(address)) return null;
  return { member: 'id', message: `is no identifier of the scheme ${address.scheme}` };
}
