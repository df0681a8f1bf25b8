import { noticePath } from '../notices/notice-text.js';
import { iconSvg, webManifest } from './web-manifest.js';

const asked = {
  directory: 'customer',
  appUrl: null,
  icon: (purpose: string, side?: number) => `/portal/icon?purpose=${purpose}&size=${side}`,
} as const;
const brand = { name: 'Nuts & Bolts Wholesale', logo: null, colour: '#123456' };

test('a manifest has the name and colour of the company, and begins in its portal', () => {
  const manifest = webManifest(brand, asked);
  expect(manifest).toMatchObject({
    name: 'Nuts & Bolts Wholesale',
    short_name: 'Nuts',
    start_url: '/',
    theme_color: '#123456',
  });
  expect(manifest.icons.map(({ sizes, type, purpose }) => `${purpose} ${sizes} ${type}`)).toEqual([
    'any any image/svg+xml',
    'any 192x192 image/png',
    'any 512x512 image/png',
    'maskable any image/svg+xml',
    'maskable 192x192 image/png',
    'maskable 512x512 image/png',
  ]);
  expect(manifest.icons[1]?.src).toBe('/portal/icon?purpose=any&size=192');
  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(['Invoices', 'Reorder', 'New case']);
  const elsewhere = { ...asked, directory: 'vendor', appUrl: 'https://my.example/shop' } as const;
  expect(webManifest(brand, elsewhere).start_url).toBe('https://my.example/shop/vendor/');
});

test('shortcuts lead to pages that notices lead to as well', () => {
  const urls = webManifest(brand, asked).shortcuts.map(({ url }) => url);
  for (const object of ['invoice', 'sales-order', 'case']) {
    const page = noticePath('customer', object, 'x').replace('/x', '');
    expect(urls.some((url) => url.startsWith(page))).toBe(true);
  }
});

test('a short name is no half of a letter', () => {
  expect(webManifest({ ...brand, name: '𝒜'.repeat(30) }, asked).short_name).toBe('𝒜'.repeat(12));
});

test('an icon shows the logo, smaller where it is cut to a shape, and else a letter', () => {
  const logo = 'data:image/png;base64,AAAA';
  const size = (purpose: 'any' | 'maskable') =>
    /<image .*width="(\d+)"/.exec(iconSvg({ ...brand, logo }, purpose))?.[1];
  expect([size('any'), size('maskable')]).toEqual(['512', '289']);
  expect(iconSvg(brand, 'any')).toContain('>N</text>');
  expect(iconSvg(brand, 'any')).toContain('fill="#123456"');
});

test('nothing of a company breaks out of its icon', () => {
  const hostile = { name: '<script>', logo: '"/><script>', colour: '"onload="x' };
  expect(iconSvg(hostile, 'any')).not.toMatch(/<script|"onload/);
  expect(iconSvg({ ...hostile, logo: null }, 'maskable')).not.toMatch(/<script|"onload/);
});
