import {
  gstinOfSeller,
  gstStateOfNumber,
  gstStateOfRegion,
  isGstin,
  normalTaxId,
  type GstState,
} from '@quittance/registrations';
import type { DocumentLanguage, PostalAddress } from '@quittance/company';
import { hsnOf } from '../../irn/hsn-code.js';
import { countryName } from '../address-lines.js';
import type { PrintableInvoice, PrintableLine } from '../printable-document.js';

/** Where something is supplied: of India the state, where it is known. */
interface Place {
  readonly state: GstState | null;
  readonly text: string;
}

type Ends = Pick<PostalAddress, 'country' | 'region'>;
type Supplied = Pick<
  PrintableInvoice,
  'seller' | 'buyer' | 'deliveryAddress' | 'lines' | 'language'
>;

/** Codes of services begin with it. */
const SERVICES = '99';

/**
 * Where a document under a GSTIN supplies, each state with its name and code (CGST Rules, rule 46):
 * of every line what the line says, else of goods where they are delivered, else where the buyer
 * is. A valid GSTIN of the buyer names the state of the last two before their address; a supply
 * abroad is at the country. Null where nothing tells. Pure.
 */
export function placeOfSupply(document: Supplied): string | null {
  const sold = document.lines.filter(({ adjustment }) => !adjustment);
  const found = sold.map((line) => placeOfLine(line, document));
  const places = found.length > 0 ? found : [placeOfBuyer(document)];
  const texts = new Set(places.flatMap((place) => place?.text ?? []));
  return texts.size > 0 ? [...texts].join(', ') : null;
}

/** What the tax that it bears agrees with: the line may not know what it is, but its code did. */
function placeOfLine(line: PrintableLine, document: Supplied): Place | null {
  const places = placesOf(line, document).filter((place) => place !== null);
  const home = sellerState(document);
  return places.find(({ state }) => agrees(line, state, home)) ?? places[0] ?? null;
}

/** Where a line may be supplied, the likeliest first. */
function placesOf(line: PrintableLine, document: Supplied): (Place | null)[] {
  const { supplyKind = null, placeOf = null } = line;
  const buyer = placeOfBuyer(document);
  if (supplyKind === 'goods') return [placeOfDelivery(document) ?? buyer];
  const own = placeOf && placeAt(placeOf, null, document.language);
  if (supplyKind !== null) return [own, buyer];
  const delivered = placeOfDelivery(document);
  const code = hsnOf(line);
  const isGoods = code !== null && !code.startsWith(SERVICES);
  return isGoods ? [own, delivered, buyer] : [own, buyer, delivered];
}

/** Within the state of the seller there are two taxes, across states there is one. */
function agrees({ taxes }: PrintableLine, state: GstState | null, home: GstState | null): boolean {
  const isWithin = state !== null && state === home;
  return !taxes.some(({ kind }) =>
    kind === 'gst_igst' ? isWithin : GST_WITHIN.has(kind) && !isWithin,
  );
}

const GST_WITHIN: ReadonlySet<string> = new Set(['gst_cgst', 'gst_sgst', 'gst_utgst']);

/** A buyer of whom nothing tells a place is supplied where the seller is. */
function placeOfBuyer(document: Supplied): Place | null {
  const { buyer, language } = document;
  const own = sellerState(document);
  return placeAt(buyer.address, buyer.taxRegistration, language) ?? (own && placeIn(own));
}

/** A place that tells no more than a street or a city is none that a tax depends on. */
function placeOfDelivery({ deliveryAddress, buyer, language }: Supplied): Place | null {
  if (!deliveryAddress) return null;
  const { country, region, postalCode } = deliveryAddress;
  if (country === null && region === null && postalCode === null) return null;
  const ends = { country: country ?? buyer.address.country, region };
  return placeAt(ends, buyer.taxRegistration, language);
}

function placeAt(
  { country, region }: Ends,
  registration: string | null,
  language: DocumentLanguage,
): Place | null {
  if (country !== null && country !== 'IN') {
    return { state: null, text: countryName(country, language) };
  }
  const addressed = country === null ? null : gstStateOfRegion(region);
  const state = registeredState(registration) ?? addressed;
  if (state) return placeIn(state);
  if (!country || !region?.trim()) return null;
  return { state: null, text: `${region}, ${countryName(country, language)}` };
}

const placeIn = (state: GstState): Place => ({ state, text: `${state.name} (${state.code})` });

function sellerState({ seller }: Supplied): GstState | null {
  const numbers = seller.taxRegistrations.map(({ number }) => number);
  return registeredState(gstinOfSeller(numbers, seller.address.region));
}

function registeredState(registration: string | null): GstState | null {
  const number = normalTaxId(registration ?? '');
  return isGstin(number) ? gstStateOfNumber(number) : null;
}
