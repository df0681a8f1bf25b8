import type { RegistrationScheme } from '@quittance/company';
import { type JurisdictionPlace, placeOfTax } from '@quittance/registrations';
import type { PrintableInvoice, PrintableLine } from '../sheets/printable-document.js';
import { vatOf } from './vat-category.js';
import { vatIdOf } from './vat-id.js';

type Seller = PrintableInvoice['seller'];

/** A registration of the seller that is a VAT identifier. */
interface Identified {
  readonly country: string;
  readonly region: string | null;
  readonly scheme: RegistrationScheme;
  readonly vatId: string;
}

/** Schemes that declare for all member states of the Union what one of them is told. */
const SHOPS: Readonly<Record<string, readonly RegistrationScheme[]>> = {
  one_stop_shop: ['oss_union', 'oss_non_union'],
  import_one_stop_shop: ['ioss'],
};
const ALL_SHOPS: ReadonlySet<string> = new Set(Object.values(SHOPS).flat());

/** Goods leave Northern Ireland for the Union under a prefix of its own. */
const NORTHERN_IRELAND = 'XI';

/** Whether a registration declares what is sold elsewhere, and is none of its own country’s tax. */
export function isShop(scheme: RegistrationScheme | undefined): boolean {
  return ALL_SHOPS.has(scheme ?? 'normal');
}

/**
 * The VAT identifiers (BT-31) that the lines of a document are taxed under, each once: of where
 * a tax is levied, of the One-Stop-Shop that declares it, else of where the seller is. None where
 * all of them are outside the scope of VAT (BR-O-02). Pure.
 */
export function sellerVatIds({
  seller,
  lines,
}: Pick<PrintableInvoice, 'seller' | 'lines'>): string[] {
  const taxed = lines.filter((line) => vatOf(line, seller).category !== 'O');
  const ids = identified(seller);
  return [...new Set(taxed.flatMap((line) => vatIdFor(line, seller, ids) ?? []))];
}

function identified({ taxRegistrations }: Seller): Identified[] {
  return taxRegistrations.flatMap(({ country, region = null, number, scheme = 'normal' }) => {
    const vatId = vatIdOf(number, country);
    if (vatId === null) return [];
    // Such a number may be kept as one of the United Kingdom.
    const place = vatId.startsWith(NORTHERN_IRELAND) ? NORTHERN_IRELAND : country;
    return [{ country: place, region, scheme, vatId }];
  });
}

function vatIdFor(line: PrintableLine, seller: Seller, ids: readonly Identified[]): string | null {
  const seat = seller.address.country;
  const home = seat === 'GB' && line.decision.category === 'K' ? NORTHERN_IRELAND : seat;
  const shop = shopOf(line, seller, ids);
  const place = placeOf(line) ?? { country: home, region: null };
  const found = shop ?? ofPlace(place, ids);
  return (found ?? ofPlace({ country: seat, region: null }, ids) ?? ids[0])?.vatId ?? null;
}

/**
 * That of the One-Stop-Shop, else of the member state that it is of: what shops of imports and of
 * sellers outside the Union are told by begins with no code of a country.
 */
function shopOf(
  { decision, taxes: [tax] }: PrintableLine,
  { address, taxRegistrations }: Seller,
  ids: readonly Identified[],
): Identified | undefined {
  const { category, reason } = decision;
  const { country } = placeOfTax(tax?.jurisdiction);
  // The decision names the exemption there, and not who declares it: as the tax report has it.
  const isDistant = (category === 'E' || category === 'Z') && country !== address.country;
  const exempt = isDistant && country !== null && !ids.some(isOrdinaryIn(country));
  const schemes = SHOPS[exempt ? 'one_stop_shop' : (reason ?? '')];
  if (schemes === undefined) return undefined;
  const own = ids.find(({ scheme }) => schemes.includes(scheme));
  if (own) return own;
  const shop = taxRegistrations.find(({ scheme }) => scheme && schemes.includes(scheme));
  return shop && ofPlace({ country: shop.country, region: null }, ids);
}

/** Where the tax of a line is levied; null of one that is told none. */
function placeOf({ taxes: [tax] }: Pick<PrintableLine, 'taxes'>): JurisdictionPlace | null {
  const place = placeOfTax(tax?.jurisdiction);
  return place.country === null ? null : place;
}

const isOrdinaryIn =
  (country: string | null) =>
  (each: Identified): boolean =>
    each.country === country && !isShop(each.scheme);

/** That of the region with a tax of its own, else of the country. */
function ofPlace(
  { country, region }: JurisdictionPlace,
  ids: readonly Identified[],
): Identified | undefined {
  const there = ids.filter(isOrdinaryIn(country));
  const found = there.find((each) => each.region === region);
  const ofAll = found ?? there.find((each) => each.region === null) ?? there[0];
  // Northern Ireland bears the rates of the United Kingdom.
  return ofAll ?? (country === 'GB' ? ids.find(isOrdinaryIn(NORTHERN_IRELAND)) : undefined);
}
