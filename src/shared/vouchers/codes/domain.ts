/** 32 signs of which no two look alike: what could be mistaken for another is read as that one. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const readAs: Readonly<Record<string, string>> = { O: '0', I: '1', L: '1' };

/** 12 signs of 5 bits: 60 random bits (reliability A6). */
export const codeLength = 12;
const codeBits = 5;
const groupLength = 4;

/** How many bytes of chance a code is spelt from. */
export const codeBytes = Math.ceil((codeLength * codeBits) / 8);

/** A code from random bytes, at least `codeBytes` of them. Throws RangeError for fewer. */
export function spellCode(bytes: Uint8Array): string {
  if (bytes.length < codeBytes) throw new RangeError(`a code needs ${codeBytes} bytes`);
  const bits = Array.from(bytes.slice(0, codeBytes), (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from({ length: codeLength }, (_, index) => {
    const sign = Number.parseInt(bits.slice(index * codeBits, (index + 1) * codeBits), 2);
    return signs.charAt(sign);
  }).join('');
}

/** A typed code as it is compared: large letters, nothing between them. Null for what can be no code. */
export function readCode(typed: string): string | null {
  const plain = Array.from(typed.toUpperCase().replaceAll(/[\s-]/g, ''), (sign) => readAs[sign] ?? sign);
  return plain.length === codeLength && plain.every((sign) => signs.includes(sign)) ? plain.join('') : null;
}

/** A code as people read it: `7K3M-Q9TX-2WRB`. */
export function showCode(code: string): string {
  return Array.from({ length: Math.ceil(code.length / groupLength) }, (_, index) =>
    code.slice(index * groupLength, (index + 1) * groupLength),
  ).join('-');
}
