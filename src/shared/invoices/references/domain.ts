/** The Estonian check digit: weights 7, 3, 1 from the right, up to the next ten (protocols section 6.1). */
function checkDigit(base: string): number {
  const weights = [7, 3, 1];
  const sum = [...base]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (weights[index % 3] ?? 0), 0);
  return (10 - (sum % 10)) % 10;
}

/** A reference number from a base of 1 to 19 digits; throws RangeError on anything else. */
export function referenceOf(base: string): string {
  if (!/^[1-9]\d{0,18}$/.test(base)) throw new RangeError(`not a base of a reference number: ${base}`);
  return `${base}${checkDigit(base)}`;
}

/** Whether banks accept it: 2 to 20 digits, the last one checking the others. Spaces do not count. */
export function isReference(text: string): boolean {
  const digits = text.replaceAll(' ', '');
  return /^\d{2,20}$/.test(digits) && checkDigit(digits.slice(0, -1)) === Number(digits.at(-1));
}

/** As people read it: in groups of four. */
export function formatReference(reference: string): string {
  return reference.replace(/(.{4})(?=.)/g, '$1 ');
}

/** The same as a creditor reference (ISO 11649), which payments across borders and QR codes carry. */
export function creditorReference(reference: string): string {
  const remainder = [...`${reference}271500`].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
  return `RF${String(98 - remainder).padStart(2, '0')}${reference}`;
}
