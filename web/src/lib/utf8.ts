/** Text from bytes, for engines without `TextDecoder`. What is no UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array): string {
  const pieces: string[] = [];
  let codes: number[] = [];
  for (let at = 0; at < bytes.length; ) {
    const [code, length] = codePointAt(bytes, at);
    codes.push(code);
    at += length;
    if (codes.length === 4096) {
      pieces.push(String.fromCodePoint(...codes));
      codes = [];
    }
  }
  return pieces.join("") + String.fromCodePoint(...codes);
}

const REPLACEMENT = 0xfffd;

/** The character at a place and the number of its bytes. */
function codePointAt(bytes: Uint8Array, at: number): [code: number, length: number] {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return [first, 1];
  const length = first >= 0xf0 && first < 0xf5 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
  if (length === 0 || first >= 0xf5) return [REPLACEMENT, 1];
  let code = first & (0xff >> (length + 1));
  for (let next = 1; next < length; next += 1) {
    const byte = bytes[at + next] ?? 0;
    if ((byte & 0xc0) !== 0x80) return [REPLACEMENT, next];
    code = (code << 6) | (byte & 0x3f);
  }
  const isWellFormed = code >= (length === 2 ? 0x80 : length === 3 ? 0x800 : 0x1_0000) && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
  return [isWellFormed ? code : REPLACEMENT, length];
}
