import { isTakenFromOutside } from './upload.js';

const head = (text: string) => Buffer.from(text);

test.each(['application/pdf', 'image/heic', 'video/mp4'])('takes %s', (mimeType) => {
  expect(isTakenFromOutside(mimeType, head('%'))).toBe(true);
});

test.each(['application/zip', 'application/octet-stream', 'application/gzip', 'audio/ogg'])(
  'refuses %s',
  (mimeType) => {
    expect(isTakenFromOutside(mimeType, head('%'))).toBe(false);
  },
);

test('refuses text that a browser would run, and takes text that only speaks of it', () => {
  expect(isTakenFromOutside('text/plain', head('  <!DOCTYPE  html>'))).toBe(false);
  expect(isTakenFromOutside('text/csv', head('a,b\n<SVG onload=x>'))).toBe(false);
  expect(isTakenFromOutside('text/plain', head('the svg is < 5 cm'))).toBe(true);
});
