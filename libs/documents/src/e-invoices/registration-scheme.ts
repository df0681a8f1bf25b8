import { isOfScheme } from '@quittance/registrations';

/** The registers of a country in ISO 6523, and how their numbers look. */
const REGISTERS: Readonly<Record<string, readonly (readonly [scheme: string, number: RegExp])[]>> =
  {
    BE: [['0208', /^[01]\d{9}$/]],
    DK: [['0184', /^(?:DK)?\d{8}$/]],
    FI: [['0216', /^\d{7}-?\d$/]],
    FR: [
      ['0002', /^\d{9}$/],
      ['0009', /^\d{14}$/],
    ],
    IS: [['0196', /^\d{10}$/]],
    NL: [
      ['0106', /^\d{8}$/],
      ['0190', /^\d{20}$/],
    ],
    NO: [['0192', /^\d{9}$/]],
    SE: [['0007', /^\d{10}$/]],
  };

/** BT-30-1: the register that a number is of, where its country and its look tell. */
export function registrationSchemeOf(number: string | null, country: string | null): string | null {
  const plain = number?.replace(/\s/g, '') ?? '';
  const known = REGISTERS[country ?? ''] ?? [];
  const found = known.find(([scheme, look]) => {
    return look.test(plain) && isOfScheme({ scheme, id: plain });
  });
  return found?.[0] ?? null;
}
