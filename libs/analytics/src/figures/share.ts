const SCALE = 10_000n;

/** A part of a whole with four decimals, half away from zero: `0.3333`; null of nothing. */
export function shareOf(part: bigint, whole: bigint): string | null {
  if (whole === 0n) return null;
  const scaled = (part * SCALE * 2n + whole) / (whole * 2n);
  return `${scaled / SCALE}.${String(scaled % SCALE).padStart(4, '0')}`;
}
