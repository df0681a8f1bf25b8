import type { PortalDirectory } from '../actors/portal-actor.js';
import { pageAt } from '../notices/notice-text.js';
import type { Brand } from './read-brand.js';

export const USUAL_COLOUR = '#0f6b4f';
const PAPER = '#ffffff';
/** What a home screen shows of a name below an icon. */
const SHORT_NAME = 12;

export const ICON_PURPOSES = ['any', 'maskable'] as const;
export type IconPurpose = (typeof ICON_PURPOSES)[number];

/** Pixels of the sides of pictures: what iOS takes, and what browsers ask a manifest for. */
export const ICON_SIDES = [180, 192, 512] as const;
export type IconSide = (typeof ICON_SIDES)[number];
/** iOS is told of its own by a page, and reads none here. */
const LISTED_SIDES = [192, 512] as const;

/** What each portal is gone into from the icon, by a long touch. */
const SHORTCUTS: Readonly<Record<PortalDirectory, readonly (readonly [string, string])[]>> = {
  customer: [
    ['Invoices', '/invoices'],
    ['Reorder', '/orders'],
    ['New case', '/support/new'],
  ],
  partner: [
    ['Deals', '/partner/deals'],
    ['Commissions', '/partner/commission'],
  ],
  vendor: [['Documents', '/vendor/documents']],
};

interface Asked {
  readonly directory: PortalDirectory;
  /** Where the pages are; null: on this host. */
  readonly appUrl: string | null;
  /** The address of an icon; without a side that of a drawing of any size. */
  readonly icon: (purpose: IconPurpose, side?: IconSide) => string;
}

/** What a browser needs in order to put a portal on the home screen (W3C Web App Manifest). */
export function webManifest({ name, colour }: Brand, { directory, appUrl, icon }: Asked) {
  const at = (path: string) => pageAt(appUrl, path) ?? path;
  const start = directory === 'customer' ? '/' : `/${directory}/`;
  return {
    id: start,
    name,
    short_name: [...name].length > SHORT_NAME ? shortOf(name) : name,
    start_url: at(start),
    scope: at(start),
    display: 'standalone',
    theme_color: colour ?? USUAL_COLOUR,
    background_color: PAPER,
    icons: ICON_PURPOSES.flatMap((purpose) => [
      { src: icon(purpose), sizes: 'any', type: 'image/svg+xml', purpose },
      ...LISTED_SIDES.map((side) => {
        return { src: icon(purpose, side), sizes: `${side}x${side}`, type: 'image/png', purpose };
      }),
    ]),
    shortcuts: SHORTCUTS[directory].map(([label, path]) => ({ name: label, url: at(path) })),
  };
}

/** Whole words of a name as long as they fit, else its beginning. */
function shortOf(name: string): string {
  const [first = ''] = name.split(/\s+/);
  const letters = [...first];
  return letters.length <= SHORT_NAME ? first : letters.slice(0, SHORT_NAME).join('');
}

const SIDE = 512;
/** What is surely seen of an icon that is cut to a shape: a circle of four fifths of its side. */
const SAFE_SIDE = Math.floor((SIDE * 0.8) / Math.SQRT2);

/**
 * The logo in the middle of a square: whole where nothing is cut off, else within the circle that
 * is always seen. Without a logo the first letter of the name.
 */
export function iconSvg({ name, logo, colour }: Brand, purpose: IconPurpose): string {
  const side = purpose === 'maskable' ? SAFE_SIDE : SIDE;
  const from = (SIDE - side) / 2;
  const inner =
    logo === null
      ? `<text x="50%" y="50%" fill="${PAPER}" font-family="system-ui, sans-serif" ` +
        `font-size="${side / 2}" font-weight="600" text-anchor="middle" ` +
        `dominant-baseline="central">${escaped(letterOf(name))}</text>`
      : `<image x="${from}" y="${from}" width="${side}" height="${side}" href="${escaped(logo)}"/>`;
  const ground = logo === null ? (colour ?? USUAL_COLOUR) : PAPER;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}">` +
    `<rect width="${SIDE}" height="${SIDE}" fill="${escaped(ground)}"/>${inner}</svg>`
  );
}

/** The first letter or digit of a name. */
function letterOf(name: string): string {
  const [letter = ''] = /[\p{L}\p{N}]/u.exec(name) ?? [];
  return letter.toUpperCase();
}

/** What is written in an icon: nothing beside a logo. */
export const iconLetters = ({ name, logo }: Brand): string => (logo === null ? letterOf(name) : '');

/** Nothing that ends an attribute or begins an element. */
const escaped = (text: string) =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);
