/** How many parts an SMS is sent and paid as (protocols, "Length counting"). */
export interface SmsSize {
  readonly encoding: 'gsm7' | 'ucs2';
  /** Septets of GSM-7, where an extended character counts two; UTF-16 units of UCS-2. */
  readonly units: number;
  /** 0 for an empty text. */
  readonly parts: number;
}

const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Behind an escape: two septets, which stay in one part. */
const extended = new Set('\f^{}\\[~]|€');

const limits = { gsm7: { single: 160, part: 153 }, ucs2: { single: 70, part: 67 } } as const;

/** GSM-7 where every character is in its tables, else UCS-2; no character is cut in two by the end of a part. */
export function smsSize(text: string): SmsSize {
  const characters = [...text];
  const isGsm = characters.every((character) => basic.has(character) || extended.has(character));
  const encoding = isGsm ? 'gsm7' : 'ucs2';
  const sizes = characters.map((character) => (isGsm ? (extended.has(character) ? 2 : 1) : character.length));
  const units = sizes.reduce((sum, size) => sum + size, 0);
  const { single, part } = limits[encoding];
  if (units <= single) return { encoding, units, parts: units === 0 ? 0 : 1 };
  let parts = 1;
  let filled = 0;
  for (const size of sizes) {
    if (filled + size > part) {
      parts += 1;
      filled = 0;
    }
    filled += size;
  }
  return { encoding, units, parts };
}

/**
 * Where SMS go: the European Economic Area, Switzerland, the United Kingdom and Ukraine. Members type their numbers, and
 * elsewhere operators share the price of an SMS with whoever has it sent.
 */
const smsCountries: ReadonlySet<string> = new Set(
  `EE LV LT FI AX SE NO SJ DK IS IE GB FR DE NL BE LU AT CH LI IT ES PT MT GR CY PL CZ SK HU SI HR RO BG UA`.split(
    ' ',
  ),
);

/** Whether SMS go to a country's numbers; undefined: of satellites and others that are no country's. */
export function isSmsCountry(country: string | undefined): boolean {
  return country !== undefined && smsCountries.has(country);
}

const senderLength = 11;

/**
 * The name an SMS comes from: letters and digits of the centre's name, at most eleven, at least one letter, since
 * handsets garble more (protocols, "Sender id").
 */
export function senderName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean);
  let sender = '';
  for (const word of plain) {
    if (sender !== '' && sender.length + word.length > senderLength) break;
    sender += word.slice(0, senderLength);
  }
  return /[A-Za-z]/.test(sender) ? sender : 'Trenn';
}
