/** How many bytes at the beginning of a file tell what it is. */
export const SNIFFED_BYTES = 512;

const UNKNOWN = 'application/octet-stream';

/** What files begin with, the longer ones first. */
const SIGNATURES: readonly (readonly [at: number, bytes: string, type: string])[] = [
  [0, '89504e470d0a1a0a', 'image/png'],
  [0, 'd0cf11e0a1b11ae1', 'application/x-ole-storage'],
  [0, '255044462d', 'application/pdf'],
  [0, '474946383961', 'image/gif'],
  [0, '474946383761', 'image/gif'],
  [0, '377abcaf271c', 'application/x-7z-compressed'],
  [0, '526172211a07', 'application/vnd.rar'],
  [4, '66747970686569', 'image/heic'],
  [4, '66747970', 'video/mp4'],
  [8, '57454250', 'image/webp'],
  [8, '57415645', 'audio/wav'],
  [0, '504b0304', 'application/zip'],
  [0, '49492a00', 'image/tiff'],
  [0, '4d4d002a', 'image/tiff'],
  [0, '4f676753', 'audio/ogg'],
  [0, '1f8b', 'application/gzip'],
  [0, 'ffd8ff', 'image/jpeg'],
  [0, '494433', 'audio/mpeg'],
];

const OFFICE = 'application/vnd.openxmlformats-officedocument';
/** What a ZIP or OLE file is by its ending: office programs write nothing else under it. */
const IN_CONTAINERS: Readonly<Record<string, string>> = {
  '.docx': `${OFFICE}.wordprocessingml.document`,
  '.xlsx': `${OFFICE}.spreadsheetml.sheet`,
  '.pptx': `${OFFICE}.presentationml.presentation`,
  '.odt': 'application/vnd.oasis.opendocument.text',
  '.ods': 'application/vnd.oasis.opendocument.spreadsheet',
};
const IN_OLE: Readonly<Record<string, string>> = {
  '.doc': 'application/msword',
  '.xls': 'application/vnd.ms-excel',
  '.ppt': 'application/vnd.ms-powerpoint',
  '.msg': 'application/vnd.ms-outlook',
};
/** Text that programs read in a way of its own. Never HTML or SVG: a browser would run them. */
const IN_TEXT: Readonly<Record<string, string>> = {
  '.csv': 'text/csv',
  '.md': 'text/markdown',
  '.json': 'application/json',
  '.eml': 'message/rfc822',
  '.ics': 'text/calendar',
};

/**
 * What the bytes of a file are, by how they begin; the name only tells apart what begins alike.
 * Whoever uploaded it is not asked. HTML, SVG and scripts are plain text.
 */
export function sniffMediaType(head: Buffer, fileName: string): string {
  const ending = /\.[a-z0-9]+$/.exec(fileName.toLowerCase())?.[0] ?? '';
  const found = SIGNATURES.find(([at, bytes]) => {
    const own = Buffer.from(bytes, 'hex');
    return head.subarray(at, at + own.length).equals(own);
  });
  const type = found?.[2];
  if (type === 'application/zip') return IN_CONTAINERS[ending] ?? type;
  if (type === 'application/x-ole-storage') return IN_OLE[ending] ?? UNKNOWN;
  if (type !== undefined) return type;
  return isText(head) ? (IN_TEXT[ending] ?? 'text/plain') : UNKNOWN;
}

/** UTF-8 without control signs, but for a letter that the cut goes through. */
function isText(head: Buffer): boolean {
  if (head.some((byte) => byte < 0x20 && ![0x09, 0x0a, 0x0c, 0x0d, 0x1b].includes(byte))) {
    return false;
  }
  const cut = head.length < SNIFFED_BYTES ? 0 : 3;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for (let less = 0; less <= cut; less += 1) {
    try {
      decoder.decode(head.subarray(0, head.length - less));
      return true;
    } catch {
      // One byte less may be the end of a letter.
    }
  }
  return false;
}
